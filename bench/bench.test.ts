import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '../server/settings.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { createBenchContext } from './bench.ts';

test('a measurement is prepared as the owner, whose statements no limit of calls ends', async () => {
  const copy = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bilim-bench-'));
  const bench = await createBenchContext(copy.url, readSettings({ DATA_DIR: folder, DATABASE_CONNECTIONS: '2' }));
  try {
    const [row] = await bench.database.autocommit<{ role: string; owner: string; limits: string[] }[]>`
      select current_user as role, (select tableowner from pg_tables where tablename = 'message') as owner,
        array(select name || ' ' || setting from pg_settings
          where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
            and setting::bigint between 1 and 86400000) as limits`;
    assert.equal(row?.role, row?.owner);
    assert.deepEqual(row?.limits, []);
  } finally {
    await bench.close();
    await copy.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
