import { deskQueuePageSize } from '@bilim/contract/limits.ts';
import { singlewindow } from '@bilim/contract/singlewindow.ts';
import type { BenchContext } from './bench.ts';
import { type LoadRequest, sendRequest, summarizeLatencies } from './load.ts';
import { readResidentMemoryKb } from './process-usage.ts';

const papers = 200;

/**
 * A clerk prints so many certificates in a row, every second one a transcript: time for each, how long others wait
 * meanwhile, and what the portal's process (`pid`) weighs at most.
 */
export async function measureCertificates(portal: string, bench: BenchContext, pid: number): Promise<void> {
  const { autocommit } = bench.database;
  const [clerk] = await autocommit<{ uid: number }[]>`select person_id as uid from account where login = 'clerk'`;
  if (!clerk) throw new Error('no clerk');
  const made = await autocommit<{ id: number }[]>`
    insert into document_order (person_id, document_id, district_id)
    select st.id, case when st.id % 2 = 0 then t.transcript else t.study end, t.district
    from student st, lateral (
      select max(id) filter (where certificate = 'transcript') as transcript,
        max(id) filter (where certificate = 'study') as study, (select min(id) from district) as district
      from document_type) t
    order by st.id limit ${papers}
    on conflict (person_id, document_id, district_id) where status in ('waiting', 'preparing') do nothing
    returning id`;
  const { shot } = await bench.prepare('desk', { uid: clerk.uid, call: singlewindow.queue, input: {} });
  for (let from = 0; from < made.length; from += deskQueuePageSize) {
    const id_okno_zakaz = made.slice(from, from + deskQueuePageSize).map(({ id }) => id);
    for (const status of ['preparing', 'prepared']) {
      const body = JSON.stringify({ id_okno_zakaz, status });
      const answer = await sendRequest(portal, { ...shot, path: singlewindow.moveMany.path, body });
      if (answer.status !== 200) throw new Error(`the desk answered ${answer.status}`);
    }
  }

  const others: number[] = [];
  const config = { method: 'GET', path: '/api/config.json', headers: {} } as const;
  const other = setInterval(async () => {
    const began = performance.now();
    await sendRequest(portal, config);
    others.push(performance.now() - began);
  }, 20);
  const times: number[] = [];
  let bytes = 0;
  let failures = 0;
  let most = 0;
  const before = readResidentMemoryKb(pid);
  const from = performance.now();
  for (const [place, { id }] of made.entries()) {
    const lang = ['ru', 'kg', 'en'][place % 3];
    const path = `${singlewindow.certificate.path}?id_okno_zakaz=${id}&lang=${lang}`;
    const print: LoadRequest = { method: 'GET', path, headers: { cookie: shot.headers.cookie } };
    const began = performance.now();
    const { status, body } = await sendRequest(portal, print);
    if (status !== 200 || !body.subarray(0, 5).equals(Buffer.from('%PDF-'))) failures++;
    times.push(performance.now() - began);
    bytes += body.length;
    most = Math.max(most, readResidentMemoryKb(pid));
  }
  const spent = (performance.now() - from) / 1000;
  clearInterval(other);
  const printing = summarizeLatencies(times, spent, failures);
  const theirs = summarizeLatencies(others, spent, 0);
  const line = ({ p50, p95, p99 }: typeof theirs) => [p50, p95, p99].map((figure) => figure.toFixed(1)).join(' / ');
  console.log(`\n${papers} certificates in a row, ${(bytes / papers / 1024).toFixed(0)} kB each, ${failures} failed`);
  console.log(
    `${printing.perSecond.toFixed(1)} a second; ms at p50 / p95 / p99: ${line(printing)}; others meanwhile ${line(theirs)}`,
  );
  console.log(`memory: ${(before / 1024).toFixed(0)} MB before, at most ${(most / 1024).toFixed(0)} MB`);
}
