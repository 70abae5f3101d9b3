import { Agent, type IncomingMessage, request } from 'node:http';
import { chat } from '@bilim/contract/chat.ts';
import type { BenchContext } from './bench.ts';
import { createMultipartBody, type LoadRequest, sendRequest } from './load.ts';
import { readResidentMemoryKb } from './process-usage.ts';

const members = 500;
const rounds = 5;
/** Streams a session may have; so many people make the idle ones. */
const streamsEach = 10;

/**
 * What 5 000 idle streams weigh in the portal's process (`pid`). Then one message to a group of 500 whose browsers all
 * hang on the live line: time until the last one gets the event, and until the last one has read it.
 */
export async function measureChatFanOut(portal: string, bench: BenchContext, pid: number): Promise<void> {
  const { autocommit } = bench.database;
  const [course] = await autocommit<
    { year: number; term: number; discipline: number; credits: number; group: number; teacher: number }[]
  >`
    select l.year_id as year, l.term_id as term, l.discipline_id as discipline, l.credits, l.group_id as "group",
      min(l.teacher_id) as teacher
    from group_load l join academic_year y on y.id = l.year_id and y.is_default
    where l.term_id = (select term_id from academic_calendar where starts_on <= today() order by starts_on desc limit 1)
    group by 1, 2, 3, 4, 5 order by 3 desc, 5 limit 1`;
  if (!course) throw new Error('nobody teaches a group');
  const people = await autocommit<{ id: number }[]>`
    update group_membership set group_id = ${course.group}
    where id in (select id from group_membership where ends_on is null order by student_id limit ${members})
    returning student_id as id`;
  const ids = [course.teacher, ...people.map(({ id }) => id)];
  await autocommit`update account set must_change = false where person_id = any (${ids}::bigint[])`;

  const fields = {
    year: course.year,
    ws: course.term,
    id_discipline: course.discipline,
    kredit: course.credits,
    IsSelect: false,
    gr_potok: course.group,
  };
  const input = { ...fields, revision: 0, id_top_message: 0 };
  const [author, ...readers] = await Promise.all(
    ids.map(async (uid) => (await bench.prepare('fan-out', { uid, call: chat.sync, input })).shot),
  );
  if (!author) return;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let heard = () => {};
  /** What all of them have read already, as browsers that were there before. */
  let known = 0;

  // First, while nothing else has moved the process's memory.
  const before = readResidentMemoryKb(pid);
  const all = await Promise.all(
    readers.flatMap((reader) => Array.from({ length: streamsEach }, () => open(portal, reader))),
  );
  await new Promise((settled) => setTimeout(settled, 2000));
  console.log(
    `\n${all.length} idle streams: ${((readResidentMemoryKb(pid) - before) / all.length).toFixed(1)} kB each`,
  );
  const streams = all.filter((_, i) => i % streamsEach === 0);
  for (const stream of all) if (!streams.includes(stream)) stream.destroy();
  for (const [i, reader] of readers.entries())
    streams[i]?.on('data', (chunk: Buffer) => {
      if (!chunk.includes('"room":"chat"')) return;
      eventAt.push(performance.now());
      const body = JSON.stringify({ ...input, revision: known });
      void sendRequest(portal, { ...reader, body }, agent).then(() => {
        contentAt.push(performance.now());
        if (contentAt.length === readers.length) heard();
      });
    });
  let eventAt: number[] = [];
  let contentAt: number[] = [];
  console.log(`\none message to ${readers.length} members on the live line (ms after the author's reply)`);
  for (let round = 0; round < rounds; round++) {
    // Longer than a session is remembered: nobody but the author has just asked for something.
    await new Promise((rested) => setTimeout(rested, 2500));
    eventAt = [];
    contentAt = [];
    const everybody = new Promise<void>((done) => {
      heard = done;
    });
    const { status } = await sendRequest(portal, message(author, fields, round));
    if (status !== 200) throw new Error(`the message was answered ${status}`);
    const from = performance.now();
    await everybody;
    known = round + 1;
    const last = (times: number[]) => (Math.max(...times) - from).toFixed(0).padStart(6);
    console.log(`event to the last ${last(eventAt)}   content to the last ${last(contentAt)}`);
  }

  for (const stream of streams) stream.destroy();
  agent.destroy();
}

/** Hangs on the live line as one browser. */
function open(portal: string, reader: LoadRequest): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const asking = request(`${portal}/api/live`, { headers: reader.headers, agent: false });
    asking.on('error', failed);
    asking.on('response', (stream) => {
      stream.resume();
      stream.on('error', () => undefined);
      done(stream);
    });
    asking.end();
  });
}

/** A message to the group, as a browser's form. */
function message(
  author: LoadRequest,
  fields: { year: number; ws: number } & Record<string, unknown>,
  round: number,
): LoadRequest {
  const values = {
    year: fields.year,
    semester: fields.ws,
    discipline: fields.id_discipline,
    kredit: fields.kredit,
    currentContactId: -1,
    isSelect: 0,
    group_subgroup: fields.gr_potok,
    message: `Всем, в ${round + 1}-й раз`,
  };
  const { type, body } = createMultipartBody(values);
  const headers = { ...author.headers, 'content-type': type };
  return { method: 'POST', path: chat.insert.path, headers, body };
}
