import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresClient } from '../server/database/postgres-client.ts';
import { isNonNegativeNumber, parseCommandArguments } from './command-arguments.ts';
import { projectFolder } from './results.ts';
import { type AcknowledgedWrite, SoakWriters } from './soak-people.ts';

/**
 * `npm run soak [-- FAULTS]`: people write while server and database are killed; at the end everything that was said
 * yes to must be there once. `npm run soak -- full`: the same while first the files' disk is full, then the database's
 * (only root can make the small disks; for others it is left out).
 */
const [given = '10'] = parseCommandArguments(
  (word, place) => place === 0 && (word === 'full' || isNonNegativeNumber(word)),
  'give FAULTS, full, or day [MINUTES [PEOPLE [SIZE]]]',
);
const isFull = given === 'full';
const faults = isFull ? 0 : Number(given);
/** Milliseconds of undisturbed work between two faults. */
const calm = 4_000;
const backWithin = 15_000;
const backFromFullWithin = 40_000;

const dataDir = mkdtempSync(join(tmpdir(), 'bilim-soak-'));
const filesDir = join(dataDir, 'files');
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const bad: string[] = [];
let portal = null as ChildProcess | null;
let expected = true;
let exits = 0;
let output = '';

const databasePid = () => Number(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[0]);

/** What is done to the portal, in turn. */
const strikes: readonly (readonly [string, () => Promise<void>])[] = [
  ['kill -9 of the server', killServer],
  ['kill -9 of the database', async () => void process.kill(databasePid(), 'SIGKILL')],
  ['the database ends in order', async () => void process.kill(databasePid(), 'SIGINT')],
  [
    'kill -9 of both',
    async () => {
      process.kill(databasePid(), 'SIGKILL');
      await killServer();
    },
  ],
];

if (isFull) mountSmallDisks();
try {
  await launch();
  const people = new SoakWriters(base, isFull ? 100_000 : 2_000);
  await people.begin();
  if (isFull) {
    await fill("the files' disk", filesDir, () => checkRefusals(people));
    await fill("the database's disk", dataDir, () => wait(15_000));
  }
  for (let turn = 0; turn < faults; turn++) {
    await wait(calm);
    const [name, strike] = strikes[turn % strikes.length] as (typeof strikes)[number];
    const begun = Date.now();
    await strike();
    const back = await readyAfter(begun, backWithin);
    console.log(`${turn + 1}. ${name}: ready again after ${back} ms`);
  }
  await wait(calm);
  await people.end();
  const { writes, wrong, later, silent } = people.seen;
  console.log(`${writes.length} writes acknowledged; ${later} answers "later", ${silent} times no answer`);
  for (const [text, times] of countOf(wrong)) console.log(`answer: ${text}, ${times} times`);
  // A full disk is reported; anything else that is no success and no "later" is a fault.
  const faulty = isFull ? wrong.filter((text) => !/^(503|413) /.test(text)) : wrong;
  if (faulty.length) bad.push(`${faulty.length} answers that are neither yes nor "later"`);
  await check(writes);
  if (exits > 0) bad.push(`the portal ended by itself ${exits} times`);
  console.log(bad.length ? `NOT GOOD: ${bad.join('; ')}` : 'good: nothing acknowledged was lost, nothing came twice');
  if (bad.length) console.log(output.slice(-2_000));
} finally {
  expected = true;
  portal?.kill('SIGTERM');
  await new Promise((done) => (portal && portal.exitCode === null ? portal.once('exit', done) : done(null)));
  if (isFull) for (const disk of [filesDir, dataDir]) spawnSync('umount', ['-l', disk]);
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(bad.length ? 1 : 0);

async function killServer(): Promise<void> {
  expected = true;
  const exited = new Promise((done) => portal?.once('exit', done));
  portal?.kill('SIGKILL');
  await exited;
  await launch();
}

/** Starts the portal as a supervisor would and waits until it is ready. */
async function launch(): Promise<void> {
  const env = { DEMO: 'tiny', LOG_LEVEL: 'error', RATE_PERCENT: '100000', PORT: String(port), DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(projectFolder, 'server/main.ts')], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const onOutput = (text: string) => {
    output = (output + text).slice(-20_000);
  };
  child.stdout?.setEncoding('utf8').on('data', onOutput);
  child.stderr?.setEncoding('utf8').on('data', onOutput);
  child.once('exit', () => {
    if (!expected) exits++;
  });
  portal = child;
  await readyAfter(Date.now(), 120_000);
  expected = false;
}

/** Milliseconds from a moment until the portal says that it is ready. */
async function readyAfter(begun: number, within: number): Promise<number> {
  for (let wasUnavailable = false; ; await wait(25)) {
    const status = await fetch(`${base}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    );
    const ms = Date.now() - begun;
    // Right after a strike the old answer may still come.
    if (status !== 200) wasUnavailable = true;
    else if (wasUnavailable || ms > 1_500) return ms;
    if (ms <= within) continue;
    bad.push(`not ready within ${within} ms`);
    return ms;
  }
}

function mountSmallDisks(): void {
  const mount = (path: string, size: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', path]).status === 0;
  if (mount(dataDir, '400m')) {
    mkdirSync(filesDir);
    if (mount(filesDir, '200m')) return;
    spawnSync('umount', [dataDir]);
  }
  rmSync(dataDir, { recursive: true, force: true });
  console.log('Left out: only root can make the small disks that are filled.');
  process.exit(0);
}

/** Takes all room of a disk away while something is looked at, then gives it back. */
async function fill(disk: string, folder: string, look: () => Promise<unknown>): Promise<void> {
  await wait(calm);
  const ballast = join(folder, 'ballast');
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stdio: 'ignore' });
  console.log(`${disk} is full`);
  await look();
  rmSync(ballast);
  const begun = Date.now();
  // Only an old answer can come sooner than the database that has to start again.
  const back = await readyAfter(begun - 1_500, backFromFullWithin + 1_500);
  console.log(`room again: ready after ${back - 1_500} ms`);
  // What waited is sent again by itself within the calm that follows.
  await wait(calm);
}

/** Without room for files everybody is informed in their language, nothing is left of a file, and all else goes on. */
async function checkRefusals(people: SoakWriters): Promise<void> {
  const parts = () => readdirSync(join(filesDir, 'tmp')).length;
  for (const [language, sentence] of Object.entries(await people.refusedFile())) {
    console.log(`  ${language}: ${sentence}`);
    if (!sentence.startsWith('503 file.noRoom ')) bad.push(`a file without room was answered: ${sentence}`);
  }
  const before = people.seen.writes.filter(({ kind }) => kind === 'message').length;
  await wait(calm);
  if (people.seen.writes.filter(({ kind }) => kind === 'message').length === before)
    bad.push('no message came through while only the files had no room');
  const ready = await fetch(`${base}/readyz`);
  if (ready.status !== 200) bad.push('the portal was not ready while only the files had no room');
  // People go on trying, so that one part or another may just be arriving.
  for (let left = 100; parts() > 0 && left > 0; left--) await wait(20);
  if (parts() > 0) bad.push(`${parts()} half files were left`);
}

/** Looks for everything that was acknowledged, straight in the rows and in the files. */
async function check(writes: readonly AcknowledgedWrite[]): Promise<void> {
  const line = readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[3]?.trim();
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim();
  const sql = createPostgresClient(`postgres://bilim:${password}@127.0.0.1:${line}/bilim`, {
    max: 2,
    onnotice: () => undefined,
  });
  const missing = async (what: string, rows: Promise<readonly unknown[]>) => {
    const count = (await rows).length;
    console.log(`${what}: ${count}`);
    if (count) bad.push(`${what}: ${count}`);
  };
  const of = (kind: AcknowledgedWrite['kind']) => writes.filter((write) => write.kind === kind).map(({ mark }) => mark);
  for (const [kind, times] of countOf(writes.map((write) => write.kind))) console.log(`${kind}: ${times}`);
  const list = JSON.stringify(writes.map(({ uid, call, key }) => ({ uid, call, key })));
  await missing(
    'acknowledged, but without a trace',
    sql`select from jsonb_to_recordset(${list}::text::jsonb) as d (uid bigint, call text, key uuid)
      where not exists (select from idempotency_key o where o.person_id = d.uid and o.call = d.call and o.key::text = d.key::text)`,
  );
  await missing(
    'announcements lost or doubled',
    sql`select m from unnest(${of('news')}::text[]) m where (select count(*) from news n where n.message = m) <> 1`,
  );
  await missing(
    'messages lost or doubled',
    sql`select m from unnest(${of('message')}::text[]) m where (select count(*) from message n where n.message = m) <> 1`,
  );
  await missing(
    'messages or announcements that came twice',
    sql`select message from message group by message having count(*) > 1 and message ~ '^[0-9a-f-]{36}$'
      union all select message from news group by message having count(*) > 1 and message ~ '^[0-9a-f-]{36}$'`,
  );
  await missing(
    'streams whose seats do not add up',
    sql`select s.id from stream s
      where s.taken <> (select count(*) from registration_class c where c.stream_id = s.id)`,
  );
  const files = await sql<{ key: string; hash: string }[]>`select key, encode(sha256, 'hex') as hash from file`;
  await sql.end({ timeout: 5 });
  const wrong = files.map(async ({ key, hash }) => {
    const content = await readFile(join(dataDir, 'files', key.slice(0, 2), key)).catch(() => Buffer.alloc(0));
    return createHash('sha256').update(content).digest('hex') === hash ? [] : [key];
  });
  await missing(
    `files lost or changed, of ${files.length}`,
    Promise.all(wrong).then((lists) => lists.flat()),
  );
  const parts = (await readdir(join(dataDir, 'files/tmp'))).length;
  console.log(`half files in tmp: ${parts} (the sweeper takes them after an hour)`);
}

function countOf(list: readonly string[]): [string, number][] {
  return [...Map.groupBy(list, (one) => one)].map(([one, all]) => [one, all.length]);
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
