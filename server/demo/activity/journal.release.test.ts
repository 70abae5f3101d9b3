import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstBrokenEntry } from '../../rooms/journal/journal.chain.ts';
import { readColumnChains } from '../../rooms/journal/journal.writing.queries.ts';
import { openPortal } from '../../test/test-client.ts';
import { simulateActivity } from '../activity.ts';

test('[JRN-07] the invented term lies in the past, and its entries still carry the hash of the one before', async () => {
  const portal = await openPortal();
  const db = portal.database.autocommit;
  await db`update university set demo = true, demo_lived = '{news,chat,library,umk,singlewindow}'`;
  await simulateActivity(portal.app);
  const [entries] = await db<{ count: number; days: number; late: number }[]>`
    select count(*)::int as count, count(distinct at::date)::int as days,
      count(*) filter (where at <> made_at or age_ms <> 0)::int as late
    from journal_event`;
  assert.ok(entries && entries.count > 50 && entries.days > 5, JSON.stringify(entries));
  assert.equal(entries.late, 0);
  const columns = await db<{ id: number }[]>`select id from journal_column`;
  for (const { id } of columns) {
    const [chain = assert.fail()] = await readColumnChains(db, [id]);
    assert.equal(findFirstBrokenEntry(chain.entries, chain.last), -1);
  }
  await assert.rejects(db`delete from journal_event`);
  await portal.close();
});
