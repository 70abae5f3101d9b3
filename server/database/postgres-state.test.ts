import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { resolveTestClusterUrl } from '../test/database.ts';
import { selectStandbys, usedConnectionCountSql } from './postgres-state.queries.ts';

test('connections that are taken are counted alike, whatever the role that asks may see', async (t) => {
  const admin = postgres(await resolveTestClusterUrl(), { max: 1, onnotice: () => undefined });
  t.after(() => admin.end());
  // What PostgreSQL tells of its processes stays the same within a transaction. Who is only being let in is in no database yet.
  const [all, unseen] = await admin.begin(async (sql) => {
    const count = async () => {
      const [row] = await sql<
        { taken: number; processes: number; clients: number; inDatabases: number; standbys: unknown[] }[]
      >`
        select ${usedConnectionCountSql(sql)} as taken, ${selectStandbys(sql)} as standbys, count(*)::int as processes,
          (count(*) filter (where backend_type = 'client backend' and datid is not null))::int as clients, count(datid)::int as "inDatabases" from pg_stat_activity`;
      return row ?? assert.fail('no row');
    };
    const seen = await count();
    // A role that may see nothing of the others' processes.
    await sql`set local role pg_read_all_data`;
    return [seen, await count()];
  });
  assert.ok(
    unseen.clients < all.clients && all.clients < all.processes,
    'the roles see alike, so that nothing is shown',
  );
  assert.deepEqual([all.taken, unseen.taken], [all.clients, all.inDatabases]);
  assert.deepEqual(all.standbys, []);
});
