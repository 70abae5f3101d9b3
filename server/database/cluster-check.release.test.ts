import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import postgres from 'postgres';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { endProgram, type RunningProgram, StartedPrograms } from '../test/program.ts';
import { listenerConnectionName } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'bilim-nodes-'));
const [files, otherFiles] = [join(folder, 'files'), join(folder, 'other')];
let database: TestDatabase;
let portals: StartedPrograms;
before(async () => {
  database = await createEmptyDatabase();
  portals = new StartedPrograms({ DATABASE_URL: database.url, DATA_DIR: files });
});
after(async () => {
  await portals?.endAll();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const isUp = ({ url, output }: RunningProgram) => assert.ok(url, output);

describe('[SAFE-14] nodes on one database', { concurrency: false }, () => {
  it('refuses a second one with another folder or other settings in a sentence that names what differs', async () => {
    const first = await portals.start({ PASSWORD_MIN: '10' });
    isUp(first);
    await portals.refused(
      { PASSWORD_MIN: '10', DATA_DIR: otherFiles },
      /^This node does not fit those that run on its database: DATA_DIR \S+\/other is not the folder of their files; /,
    );
    await portals.refused(
      { FILE_LIMIT_MB: '7', CAMPUS_RANGES: '10.0.0.0/8' },
      /database: FILE_LIMIT_MB is 7 here and 50 there, PASSWORD_MIN is not set here and 10 there, CAMPUS_RANGES is 10\.0\.0\.0\/8 here and not set there; /,
    );
    // What is a node's own may differ.
    const second = await portals.start({ PASSWORD_MIN: '10', DATABASE_CONNECTIONS: '4', LOG_LEVEL: 'warn' });
    isUp(second);

    // The one that decided ends; the other still runs by what it decided.
    assert.equal(await endProgram(first.child, 'SIGTERM'), 0);
    await portals.refused({}, /PASSWORD_MIN is not set here and 10 there; /);

    // PostgreSQL ends its connections; it is seen again as soon as it listens again.
    const sql = postgres(database.url, { max: 1 });
    const listening = () => sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${listenerConnectionName}`;
    const [before] = await listening();
    await sql`select pg_terminate_backend(${before?.pid ?? 0}, 5000)`;
    await waitUntil('it listens again', async () => (await listening()).length > 0);
    await portals.refused({}, /PASSWORD_MIN is not set here and 10 there; /);

    // Nobody is left, whatever ended them: the next one decides again.
    await endProgram(second.child, 'SIGKILL');
    await waitUntil('nobody listens', async () => (await listening()).length === 0);
    await sql.end();
    isUp(await portals.start({ DATA_DIR: otherFiles, FILE_LIMIT_MB: '7' }));
  });

  it('lets one of two decide that start in the same moment', async () => {
    await portals.endAll();
    const both = await Promise.all([portals.start({ SESSION_DAYS: '5' }), portals.start({ SESSION_DAYS: '6' })]);
    const [up, down] = both.toSorted((one) => (one.url ? -1 : 1));
    assert.ok(up?.url, up?.output);
    assert.match(down?.output ?? '', /SESSION_DAYS is \d here and \d there; /);
  });
});
