import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { StartedPrograms } from '../test/program.ts';
import { callsRole } from './calls-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';

describe('the role of calls', () => {
  let folder: string;
  let cluster: EmbeddedPostgres;
  let calls: Sql;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bilim-calls-'));
    const log = { info: () => undefined, warn: () => undefined };
    cluster = await startEmbeddedPostgres({ dataDir: folder, log, connections: 20, durable: false });
    calls = postgres(cluster.callsUrl, { max: 1, onnotice: () => undefined });
  });
  after(async () => {
    await calls?.end();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('[SAFE-09] is that of every call of a portal on a PostgreSQL of its own', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bilim-calls-data-'));
    const portals = new StartedPrograms({ DATA_DIR: dataDir });
    const admin = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
    try {
      const own = { DATABASE_URL: cluster.url, DATABASE_CALLS_URL: cluster.callsUrl };
      const { url, output } = await portals.start(own);
      assert.ok(url, output);
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      const rows = await admin<{ name: string }[]>`
        select distinct usename as name from pg_stat_activity where application_name like 'bilim%' and datname = 'bilim'`;
      assert.deepEqual(
        rows.map(({ name }) => name),
        [callsRole],
      );
    } finally {
      await admin.end();
      await portals.endAll();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
