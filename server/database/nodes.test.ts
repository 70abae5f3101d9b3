import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { end, type Started, startProgram } from '../test/program.ts';
import { grantCalls } from './calls-role.ts';
import { nameOfEars } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-nodes-'));
const [files, otherFiles] = [join(folder, 'files'), join(folder, 'other')];
const children = new Set<ChildProcess>();
let database: TestDatabase;
before(async () => {
  database = await emptyDatabase();
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<Started> {
  const started = await startProgram({ DATABASE_URL: database.url, DATA_DIR: files, ...env });
  children.add(started.child);
  return started;
}

async function refused(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, said } = await start(env);
  assert.equal(code, 1, said);
  assert.match(said.trim(), sentence);
  assert.equal(said.trim().split('\n').length, 1, said);
}

const isUp = ({ url, said }: Started) => assert.ok(url, said);

describe('[SAFE-14] nodes on one database', { concurrency: false }, () => {
  it('refuses a second one with another folder or other settings in a sentence that names what differs', async () => {
    const first = await start({ PASSWORD_MIN: '10' });
    isUp(first);
    await refused(
      { PASSWORD_MIN: '10', DATA_DIR: otherFiles },
      /^This node does not fit those that run on its database: DATA_DIR \S+\/other is not the folder of their files; /,
    );
    await refused(
      { FILE_LIMIT_MB: '7', CAMPUS_RANGES: '10.0.0.0/8' },
      /database: FILE_LIMIT_MB is 7 here and 50 there, PASSWORD_MIN is not set here and 10 there, CAMPUS_RANGES is 10\.0\.0\.0\/8 here and not set there; /,
    );
    // What is a node's own may differ.
    const second = await start({ PASSWORD_MIN: '10', DATABASE_CONNECTIONS: '4', LOG_LEVEL: 'warn' });
    isUp(second);

    // The one that decided ends; the other still runs by what it decided.
    assert.equal(await end(first.child, 'SIGTERM'), 0);
    await refused({}, /PASSWORD_MIN is not set here and 10 there; /);

    // PostgreSQL ends its connections; it is seen again as soon as it listens again.
    const sql = postgres(database.url, { max: 1 });
    const listening = () => sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${nameOfEars}`;
    const [before] = await listening();
    await sql`select pg_terminate_backend(${before?.pid ?? 0}, 5000)`;
    while (!(await listening()).length) await new Promise(setImmediate);
    await refused({}, /PASSWORD_MIN is not set here and 10 there; /);

    // Nobody is left, whatever ended them: the next one decides anew.
    await end(second.child, 'SIGKILL');
    while ((await listening()).length) await new Promise(setImmediate);
    await sql.end();
    isUp(await start({ DATA_DIR: otherFiles, FILE_LIMIT_MB: '7' }));
  });

  it('lets one of two decide that start in the same moment', async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
    const both = await Promise.all([start({ SESSION_DAYS: '5' }), start({ SESSION_DAYS: '6' })]);
    const [up, down] = both.toSorted((one) => (one.url ? -1 : 1));
    assert.ok(up?.url, up?.said);
    assert.match(down?.said ?? '', /SESSION_DAYS is \d here and \d there; /);
  });

  it('lets many that start in the same moment give the role of calls its rights', async () => {
    const starting = Array.from({ length: 8 }, () => postgres(database.url, { max: 1 }));
    try {
      await Promise.all(starting.map((sql) => sql`select`));
      for (let round = 0; round < 5; round++)
        assert.deepEqual(await Promise.all(starting.map(grantCalls)), Array(8).fill(true));
    } finally {
      await Promise.all(starting.map((sql) => sql.end()));
    }
  });
});
