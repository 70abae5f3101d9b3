import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPortal } from '../../test/test-client.ts';
import { simulateActivity } from '../activity.ts';

test('what the invented people wrote together counts as if each had written by the call', async () => {
  const portal = await openPortal();
  const db = portal.database.autocommit;
  try {
    await db`update university set demo = true, demo_lived = '{news,journal,library,umk,singlewindow,registration}'`;
    await simulateActivity(portal.app);
    const [talks] = await db<{ count: number; messages: number }[]>`
      select count(*)::int as count, sum(live)::int as messages from conversation`;
    assert.ok((talks?.count ?? 0) > 3 && (talks?.messages ?? 0) > 50);
    const wrong = await db`
      select c.id, c.live, c.last_id, c.revision, x.* from conversation c
      cross join lateral (
        select count(*) as live, max(id) as last_id, max(revision) as revision, count(distinct revision) as revisions
        from message where conversation_id = c.id) x
      where (c.live, c.last_id, c.revision, c.live) is distinct from (x.live, x.last_id, x.revision, x.revisions)`;
    assert.deepEqual([...wrong], []);
    const miscounted = await db`
      select m.conversation_id, m.person_id, m.sent, m.read_to, m.live_read, m.sent_read, x.* from conversation_member m
      cross join lateral (
        select count(*) filter (where author_id = m.person_id) as sent, count(*) filter (where id <= m.read_to) as live_read,
          count(*) filter (where id <= m.read_to and author_id = m.person_id) as sent_read
        from message where conversation_id = m.conversation_id) x
      where (m.sent, m.live_read, m.sent_read) is distinct from (x.sent, x.live_read, x.sent_read)`;
    assert.deepEqual([...miscounted], []);
    // Time goes on from one message to the next, and nobody has read one before it was written.
    const disordered = await db`
      select id from (select id, created_at, first_read_at,
          lag(created_at) over (partition by conversation_id order by id) as before from message) m
      where created_at < before or first_read_at < created_at or created_at > now()`;
    assert.deepEqual([...disordered], []);
  } finally {
    await portal.close();
  }
});
