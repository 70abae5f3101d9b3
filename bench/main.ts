import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { readSettings } from '../server/settings.ts';
import { type BenchCase, type BenchContext, createBenchContext } from './bench.ts';
import { measureAnnouncementBurst } from './burst.ts';
import { benchCalls } from './calls.ts';
import { measureCertificates } from './certificates.ts';
import { fillChat } from './chat.ts';
import { measureChatFanOut } from './chat-fan-out.ts';
import { measureChatOpening } from './chat-opening.ts';
import { measureFileTraffic } from './files.ts';
import { fillJournals, measureJournalAtSizes } from './journal.ts';
import { measureJournalKeyLatency } from './journal-keys.ts';
import { type LoadResult, runLoad } from './load.ts';
import { type BenchPushService, openPushService } from './push.ts';
import { measureRegistrationRush } from './registration.ts';
import { measureSignInWave } from './sign-in.ts';
import { createBenchUniversity, startPortal } from './university.ts';

/**
 * `npm run bench [-- [--size large] [--connections 1,8,32] [--rounds 3] [NAME ...]]`: a university (medium unless said
 * otherwise), the built portal in a process of its own, and beside it a bare server that answers the same bytes after the
 * same SQL. Figures are only good as ratios of one run. A NAME is a case (`chat-new-large`), what its cases begin with
 * (`chat`), one of the waves (`sign-in`, `registration`), or `calls`: all cases and no wave. `large` holds 20 000
 * students and is filled in bulk before anything is measured: a million messages, two million journal entries. Fewer
 * connections and rounds give a first look at all calls in minutes.
 */
const seconds = 1.5;
/** Before a case is measured both servers are run warm; a portal that just started compiles as it goes. */
const warmPlaces = 8;
const warmSeconds = 2;
/** The portal before its first case: Node compiles what all calls share for about half a minute. */
const firstWarmSeconds = 30;
const sizes = ['small', 'medium', 'large'] as const;
const { values, positionals: chosen } = readOptions();
const connections = values.connections.split(',').map(Number);
const rounds = Number(values.rounds);
const size = sizes.find((one) => one === values.size);
const fits = (name: string, piece: string) => name === piece || name.startsWith(`${piece}-`);
const isChosen = (name: string) => !chosen.length || chosen.some((piece) => fits(name, piece));
let portalPid = 0;
let push: BenchPushService | null = null;
/** Runs of their own besides the cases, each with its own table. */
const waves = {
  'sign-in': measureSignInWave,
  registration: measureRegistrationRush,
  'journal-size': measureJournalAtSizes,
  'journal-keys': measureJournalKeyLatency,
  certificates: (portal: string, bench: BenchContext) => measureCertificates(portal, bench, portalPid),
  'chat-fan-out': (portal: string, bench: BenchContext) => measureChatFanOut(portal, bench, portalPid),
  'chat-opening': measureChatOpening,
  files: (portal: string, bench: BenchContext) => measureFileTraffic(portal, bench, portalPid),
  burst: async (portal: string, bench: BenchContext) => push && (await measureAnnouncementBurst(portal, bench, push)),
};
const known = ['calls', ...benchCalls.map(({ name }) => name), ...Object.keys(waves)];
const unknown = chosen.filter((piece) => !known.some((name) => fits(name, piece)));
if (unknown.length) refuse(`No benchmark is called ${unknown.join(' or ')}: there are ${known.join(', ')}.`);
if (!size) refuse(`There is no size ${values.size}: there are ${sizes.join(', ')}.`);
if (![...connections, rounds].every((number) => Number.isSafeInteger(number) && number > 0))
  refuse('--connections takes numbers such as 1,8,32, and --rounds one such as 3.');
const folder = mkdtempSync(join(tmpdir(), 'bilim-bench-'));
const undo: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

/** Of the portal, of the one in this process, of the bare server and the bare SQL, which has up to 64 of its own. */
const places = readSettings({ ...process.env, DATA_DIR: folder }).databaseConnections * 5 + 100;

try {
  const university = await createBenchUniversity(folder, size, places);
  undo.push(() => university.close());
  const sql = createPostgresClient(university.url, { max: 4, onnotice: () => undefined });
  undo.push(() => sql.end());

  const settings = readSettings({
    ...process.env,
    DATABASE_URL: university.url,
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
  });
  const bench = await createBenchContext(university.url, settings);
  undo.push(() => bench.close());
  if (size === 'large') await fillInBulk(bench);
  const cases: BenchCase[] = [];
  for (const { name, make } of benchCalls)
    if (isChosen(name) || chosen.includes('calls')) cases.push(await bench.prepare(name, await make(bench)));
  await sql`vacuum analyze`;

  // One person writes here what thousands do elsewhere.
  push = await openPushService(folder);
  undo.push(() => push?.close());
  const running = await startPortal(university.url, folder, { RATE_PERCENT: '100000', ...push.settings });
  undo.push(() => running.stop());
  portalPid = running.pid;
  const portal = running.base;
  const bare = await startBare(university.url, cases, settings.databaseConnections);
  console.log(`\n${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${size} university\n`);
  console.log('call                 conn    portal/s   p50    p95    p99   bare/s   ratio');
  const [first] = cases;
  if (first && size !== 'small') await runLoad(portal, warmPlaces, firstWarmSeconds, () => first.shot);
  for (const one of cases) for (const places of connections) await compare(portal, bare, one, places);
  for (const one of cases) await explain(sql, one);
  for (const [name, wave] of Object.entries(waves)) if (isChosen(name)) await wave(portal, bench);
} finally {
  for (let last = undo.pop(); last; last = undo.pop()) await last();
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        size: { type: 'string', default: 'medium' },
        connections: { type: 'string', default: '1,8,32' },
        rounds: { type: 'string', default: '3' },
      },
    });
  } catch (failure) {
    return refuse((failure as Error).message);
  }
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function fillInBulk(bench: BenchContext): Promise<void> {
  for (const [what, fill] of [
    ['messages', fillChat],
    ['journal entries', fillJournals],
  ] as const) {
    const from = performance.now();
    await fill(bench);
    console.log(`${what}: loaded in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
}

/** Both servers in turn, several times; the middle one of each counts. */
async function compare(portal: string, bare: string, one: BenchCase, places: number): Promise<void> {
  const shot = { ...one.shot, path: `/${one.name}` };
  if (places === connections[0])
    for (const [base, what] of [
      [portal, one.shot],
      [bare, shot],
    ] as const)
      await runLoad(base, warmPlaces, warmSeconds, () => what);
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await runLoad(portal, places, seconds, () => one.shot));
    theirs.push(await runLoad(bare, places, seconds, () => shot));
  }
  const [our, their] = [middle(ours), middle(theirs)];
  const failures = ours.reduce((sum, one) => sum + one.failures, 0);
  const figures = [our.perSecond.toFixed(0), our.p50.toFixed(1), our.p95.toFixed(1), our.p99.toFixed(1)];
  console.log(
    `${one.name.padEnd(20)} ${String(places).padStart(4)} ${(figures[0] ?? '').padStart(11)} ${figures
      .slice(1)
      .map((figure) => figure.padStart(6))
      .join(
        ' ',
      )} ${their.perSecond.toFixed(0).padStart(8)} ${(our.perSecond / their.perSecond).toFixed(2).padStart(7)}${failures ? `  ${failures} FAILED` : ''}`,
  );
}

function middle(all: readonly LoadResult[]): LoadResult {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[sorted.length >> 1] as LoadResult;
}

/** The time of a call's SQL in the database, with the plan that knows no values, as calls get it. */
async function explain(sql: Sql, one: BenchCase): Promise<void> {
  for (const { text, values } of one.statements) {
    const session = await sql.reserve();
    await session.unsafe('set plan_cache_mode = force_generic_plan');
    await session.unsafe('begin');
    // EXPLAIN of the bare text would put the values into the plan.
    await session.unsafe(`prepare explained as ${text}`);
    const given = values.length ? `(${values.map(literal).join(', ')})` : '';
    const rows = await session.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, costs off, timing off, summary on) execute explained${given}`,
    );
    await session.unsafe('rollback');
    await session.unsafe('deallocate explained');
    session.release();
    console.log(`\n${one.name}: ${text.replace(/\s+/g, ' ').slice(0, 100)} ...`);
    for (const row of rows) console.log(`  ${row['QUERY PLAN']}`);
  }
}

/** A value as SQL text; its type is the parameter's. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return literal(value.toISOString());
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join(',')}}` : String(value);
  return `'${(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : text).replaceAll("'", "''")}'`;
}

async function startBare(url: string, cases: readonly BenchCase[], places: number): Promise<string> {
  const child = fork(fileURLToPath(new URL('baseline.ts', import.meta.url)), { execArgv: [] });
  undo.push(() => child.kill());
  child.send({
    url,
    connections: places,
    cases: cases.map(({ name, shot: _, ...one }) => ({ path: `/${name}`, ...one })),
  });
  const [port] = (await once(child, 'message')) as [number];
  return `http://127.0.0.1:${port}`;
}
