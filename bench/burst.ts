import { Agent } from 'node:http';
import { chat } from '@bilim/contract/chat.ts';
import { news } from '@bilim/contract/news.ts';
import { notices } from '@bilim/contract/notices.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import { type BenchContext, defineBenchInput, findPersonIdByLogin } from './bench.ts';
import { createMultipartBody, type LoadRequest, type LoadResult, sendRequest, summarizeLatencies } from './load.ts';
import type { BenchPushService } from './push.ts';

const people = 8;
/** Seconds of calls before anything is reported; and after which whoever has not been notified never will be. */
const before = 15;
const atLongest = 600;

/**
 * An announcement for everybody, each student with a device, while people make ordinary calls one after another: seconds
 * until all devices are notified, and how long those people wait for their answers before and meanwhile.
 */
export async function measureAnnouncementBurst(
  portal: string,
  bench: BenchContext,
  push: BenchPushService,
): Promise<void> {
  const { autocommit } = bench.database;
  const shots = await ordinaryCalls(bench);
  const publish = await announcement(bench);
  const devices = await push.giveDevices(bench.database);
  await autocommit`update notice set planned = true where not planned`;
  await autocommit`analyze`;
  console.log(`\nan announcement for everybody: ${devices} devices, ${people} people at their calls`);

  const load = new Load(portal, shots);
  await pause(2000);
  load.take(2);
  await pause(before * 1000);
  print('before', load.take(before));
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const { status } = await sendRequest(portal, publish);
  if (status !== 200) throw new Error(`the announcement was answered with ${status}`);
  const published = since();
  while (push.countByDevice.size < devices && since() < atLongest) {
    await pause(250);
    // It is the evening, when announcements come that are not urgent.
    await autocommit`update notification_outbox set due_at = now() where outcome is null and due_at > now() + interval '1 minute'`;
  }
  const spent = since();
  print('meanwhile', load.take(spent));
  await load.stop();
  const twice = [...push.countByDevice.values()].filter((count) => count > 1).length;
  console.log(
    `published in ${published.toFixed(1)} s; ${push.countByDevice.size} of ${devices} told in ${spent.toFixed(1)} s: ${(push.countByDevice.size / spent).toFixed(0)} a second; ${twice} told twice`,
  );
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** News, inbox, notices and timetable of several students. */
async function ordinaryCalls(bench: BenchContext): Promise<LoadRequest[]> {
  const students = await bench.database.autocommit<{ uid: number; year: number; ws: number }[]>`
    select m.student_id as uid, c.year_id as year, c.term_id as ws
    from (select student_id from group_membership where ends_on is null order by student_id limit ${people}) m
    cross join (select * from academic_calendar where starts_on <= today() order by starts_on desc limit 1) c`;
  const shots: LoadRequest[] = [];
  for (const { uid, year, ws } of students)
    for (const one of [
      defineBenchInput({ uid, call: news.data, input: {} }),
      defineBenchInput({ uid, call: chat.conversations, input: {} }),
      defineBenchInput({ uid, call: notices.list, input: {} }),
      defineBenchInput({ uid, call: schedule.student, input: { year, ws } }),
    ])
      shots.push((await bench.prepare('burst', one)).shot);
  return shots;
}

/** The request that publishes an announcement for all. */
async function announcement(bench: BenchContext): Promise<LoadRequest> {
  const uid = await findPersonIdByLogin(bench.database, 'editor');
  const { shot } = await bench.prepare('burst', { uid, call: news.data, input: {} });
  const { type, body } = createMultipartBody({ message: 'Завтра занятий не будет: день открытых дверей.' });
  return { method: 'POST', path: news.insert.path, headers: { ...shot.headers, 'content-type': type }, body };
}

/** People who make one call after another until they are stopped. */
class Load {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: people });
  readonly #running: Promise<unknown>;
  #times: number[] = [];
  #failures = 0;
  #stops = false;

  constructor(base: string, shots: readonly LoadRequest[]) {
    let count = 0;
    const one = async () => {
      while (!this.#stops) {
        const shot = shots[count++ % shots.length] as LoadRequest;
        const from = performance.now();
        const { status } = await sendRequest(base, shot, this.#agent).catch(() => ({ status: 0 }));
        if (status !== 200) this.#failures++;
        this.#times.push(performance.now() - from);
      }
    };
    this.#running = Promise.all(Array.from({ length: people }, one));
  }

  /** What was measured since the last time. */
  take(seconds: number): LoadResult {
    const [times, failures] = [this.#times, this.#failures];
    this.#times = [];
    this.#failures = 0;
    return summarizeLatencies(times, seconds, failures);
  }

  async stop(): Promise<void> {
    this.#stops = true;
    await this.#running;
    this.#agent.destroy();
  }
}

function print(when: string, { perSecond, p50, p95, p99, failures }: LoadResult): void {
  const figures = [p50, p95, p99].map((figure) => figure.toFixed(1)).join(' / ');
  console.log(
    `${when.padEnd(10)} ${perSecond.toFixed(0)} calls a second; ms at p50 / p95 / p99: ${figures}${failures ? `; ${failures} FAILED` : ''}`,
  );
}
