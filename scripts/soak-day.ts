import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { fillJournals } from '../bench/journal.ts';
import { summarizeLatencies } from '../bench/load.ts';
import { readResidentMemoryKb, startProcessorMeter } from '../bench/process-usage.ts';
import { createBenchUniversity, startPortal } from '../bench/university.ts';
import { openDatabase } from '../server/database/database.ts';
import { readSettings } from '../server/settings.ts';
import { passwords, TestClient } from '../server/test/test-client.ts';
import { isNonNegativeNumber, parseCommandArguments } from './command-arguments.ts';
import { selectVisitors, type VisitorFacts } from './soak-day.facts.ts';
import { type CallRecord, SimulatedPerson, type SoakDay } from './soak-day.people.ts';

const { news, singlewindow } = callsByRoom;
const sizes = ['tiny', 'small', 'medium', 'large'] as const;

/**
 * `npm run soak -- day [MINUTES [PEOPLE [SIZE]]]`: a mixed day in ten minutes on the large university. Two thousand people sign in within
 * the first minute, hang on the live line, read, write, mark and order at people's pace; in the middle everybody
 * whose seat was taken away registers at once. Good is: no error (the crowd's own "later" during the rush is none), 95
 * of 100 calls within 200 ms outside of the rush, and a memory that stays.
 */
const isKnown = [
  (word: string) => word === 'day',
  isNonNegativeNumber,
  isNonNegativeNumber,
  (word: string) => sizes.some((one) => one === word),
];
const words = parseCommandArguments(
  (word, place) => isKnown[place]?.(word) ?? false,
  `day takes MINUTES, PEOPLE and a SIZE of ${sizes.join(', ')}`,
);
const [minutes, people] = [Number(words[1] ?? 10), Number(words[2] ?? 2_000)];
const size = sizes.find((one) => one === words[3]) ?? 'large';
const minute = 60_000;
const within = 200;
/** The rush is over so long after its last call, which is looked for so long after its beginning. */
const settling = 3_000;
const rushLasts = 30_000;
const newsEvery = minute;
const deskEvery = 10_000;
const lookEvery = 5_000;
/** What the memory may grow by from the second minute, when all are there, to the end: a part of it. */
const growth = 0.2;

const folder = mkdtempSync(join(tmpdir(), 'bilim-day-'));
const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const bad: string[] = [];
try {
  await live();
} finally {
  for (let last = undo.pop(); last; last = undo.pop()) await last();
}
console.log(bad.length ? `NOT GOOD: ${bad.join('; ')}` : 'good');
process.exit(bad.length ? 1 : 0);

async function live(): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder });
  const university = await createBenchUniversity(folder, size, settings.databaseConnections * 2 + 20);
  undo.push(university.close);
  const database = openDatabase(university.url, settings);
  await fillJournals({ database });
  const visitors = await selectVisitors(database, people);
  await database.autocommit`vacuum analyze`;
  await database.close();
  const portal = await startPortal(university.url, folder, {});
  undo.push(portal.stop);

  const [ending, opening] = [new AbortController(), new AbortController()];
  const seen = { records: [], later: 0, full: 0, lines: 0 };
  const day: SoakDay = { base: portal.base, stop: ending.signal, open: opening.signal, ...seen };
  const teachers = visitors.filter(({ role }) => role === 1).length;
  const seats = visitors.filter(({ seat }) => seat).length;
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${size} university: ${teachers} teachers, ${visitors.length - teachers} students, ${seats} want a seat; ${minutes} minutes\n`,
  );
  const began = performance.now();
  const work = startProcessorMeter({ portal: portal.pid, database: university.pid });
  const memory: { at: number; mb: number }[] = [];
  const look = () => memory.push({ at: performance.now(), mb: readResidentMemoryKb(portal.pid) / 1024 });
  look();
  const looking = setInterval(look, lookEvery);
  const all = visitors.map((visitor, place) => come(day, visitor, (place / visitors.length) * minute));
  const office = [publish(day), desk(day)];

  await wait((minutes / 2) * minute);
  const rush = { from: performance.now(), to: 0 };
  opening.abort();
  await wait(rushLasts);
  const last = day.records.findLast(({ kind }) => kind.startsWith('rush'));
  rush.to = (last?.at ?? performance.now()) + settling;
  await wait(Math.max(0, began + minutes * minute - performance.now()));
  look();
  ending.abort();
  clearInterval(looking);
  if (!portal.alive()) bad.push('the portal ended by itself');
  console.log(work());
  await Promise.all([...all, ...office]);
  report(day, began, rush, memory);
}

async function come(day: SoakDay, visitor: VisitorFacts, after: number): Promise<void> {
  await wait(after);
  await new SimulatedPerson(day, visitor).live();
}

/** The editor writes an announcement for all now and then. */
async function publish({ base, stop, records }: SoakDay): Promise<void> {
  const editor = new TestClient(base);
  await editor.signIn('editor', passwords.editor);
  for (let count = 1; !(await wait(newsEvery, false, { signal: stop }).catch(() => true)); count++) {
    const at = performance.now();
    const message = `Объявление ${count}: занятия, аудитории и сроки`;
    const { status } = await editor.ask(news.insert, { message }, { key: crypto.randomUUID() });
    records.push({ kind: 'announcement', at, ms: performance.now() - at, wrong: status === 200 ? null : `${status}` });
  }
}

/** The clerk takes what waits and prepares it. */
async function desk({ base, stop, records }: SoakDay): Promise<void> {
  const clerk = new TestClient(base);
  await clerk.signIn('clerk', passwords.clerk);
  const ask = async <T>(work: () => Promise<{ status: number; data: T }>): Promise<T> => {
    const at = performance.now();
    const { status, data } = await work();
    records.push({ kind: 'desk', at, ms: performance.now() - at, wrong: status === 200 ? null : `${status} desk` });
    return data;
  };
  while (!(await wait(deskEvery, false, { signal: stop }).catch(() => true))) {
    const waiting = await ask(() => clerk.ask(singlewindow.queue, { status: 'waiting' }));
    const id_okno_zakaz = (waiting ?? []).slice(0, 20).map((order) => order.id_okno_zakaz);
    if (!id_okno_zakaz.length) continue;
    for (const status of ['preparing', 'prepared'])
      await ask(() => clerk.ask(singlewindow.moveMany, { id_okno_zakaz, status }, { key: crypto.randomUUID() }));
  }
}

function report(
  day: SoakDay,
  began: number,
  rush: { from: number; to: number },
  memory: readonly { at: number; mb: number }[],
): void {
  const inRush = ({ at }: CallRecord) => at >= rush.from && at <= rush.to;
  const line = (name: string, records: readonly CallRecord[], seconds: number, more = '') => {
    const times = records.map(({ ms }) => ms);
    const { p50, p95, p99 } = summarizeLatencies(times, seconds, 0);
    const figures = [p50, p95, p99, times.reduce((most, ms) => Math.max(most, ms), 0)];
    console.log(
      `${name.padEnd(16)}${((records.length / seconds) * 60).toFixed(0).padStart(9)}${figures.map((one) => one.toFixed(1).padStart(9)).join('')}${String(records.filter(({ wrong }) => wrong !== null).length).padStart(8)}${more}`,
    );
    return p95;
  };
  const title = (first: string, more = '') =>
    console.log(`\n${first.padEnd(16)} calls/m      p50      p95      p99     most  errors${more}`);
  const mbAt = (at: number) => memory.findLast((one) => one.at <= at)?.mb ?? 0;

  title('minute', '      MB');
  console.log(
    `${'0'.padEnd(16)}${' '.repeat(53)}${mbAt(began + 1_000)
      .toFixed(0)
      .padStart(8)}`,
  );
  for (let count = 0; count < minutes; count++) {
    const [from, to] = [began + count * minute, began + (count + 1) * minute];
    const records = day.records.filter(({ at }) => at >= from && at < to);
    line(String(count + 1), records, 60, mbAt(to).toFixed(0).padStart(8));
  }
  const calm = day.records.filter((one) => !inRush(one));
  const crowded = day.records.filter(inRush);
  const rushSeconds = (rush.to - rush.from) / 1_000;
  for (const [name, list, seconds] of [
    ['outside the rush', calm, minutes * 60 - rushSeconds],
    [`rush, ${rushSeconds.toFixed(0)} s`, crowded, rushSeconds],
  ] as const) {
    title(name);
    for (const [kind, records] of [...Map.groupBy(list, (one) => one.kind)].sort(([a], [b]) => a.localeCompare(b)))
      line(kind, records, seconds);
    const p95 = line('all', list, seconds);
    if (list === calm && p95 > within) bad.push(`p95 outside the rush is ${p95.toFixed(0)} ms`);
  }
  const saves = crowded.filter(({ kind }) => kind === 'rush: save').length;
  // Those who sign in are asked to come later, too.
  console.log(
    `\nrush: ${saves} saves, ${day.full} times full; "later" ${day.later} times in all; ${day.lines} live lines`,
  );

  const wrong = day.records.flatMap((one) => (one.wrong === null ? [] : [one.wrong]));
  for (const [text, all] of Map.groupBy(wrong, (one) => one)) console.log(`error: ${text}, ${all.length} times`);
  if (wrong.length) bad.push(`${wrong.length} errors`);
  const [then, last] = [mbAt(began + 2 * minute), memory.at(-1)?.mb ?? 0];
  if (last > then * (1 + growth)) bad.push(`the memory grew from ${then.toFixed(0)} to ${last.toFixed(0)} MB`);
}
