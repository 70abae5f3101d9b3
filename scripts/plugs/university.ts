import { today } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/database/database.ts';
import { portalRole, prepareRoles } from '../../server/database/embedded/roles.ts';
import { migrate, schemaFolder } from '../../server/database/migrate.ts';
import { createPostgresClient } from '../../server/database/postgres-client.ts';
import { fillEmptyDatabase } from '../../server/demo/first-university.ts';
import { readSettings } from '../../server/settings.ts';
import { selectVisitors, type VisitorFacts } from '../soak-day.facts.ts';
import type { Cluster } from './cluster.ts';
import { passwordByRole } from './databases.ts';

/** Fills the first database, which the others will copy, with an invented university, and gives those of it who will come. */
export async function prepareUniversity(cluster: Cluster, folder: string, people: number): Promise<VisitorFacts[]> {
  const adminUrl = (database: string) => cluster.databaseUrl('superuser', database, ['db1']);
  await prepareRoles(adminUrl, passwordByRole);
  const admin = createPostgresClient(adminUrl('bilim'), { max: 1, onnotice: () => undefined });
  // What is known to be right is loaded without triggers and references.
  await admin`grant set on parameter session_replication_role to ${admin(portalRole)}`;
  await admin.end();
  const url = cluster.databaseUrl('portal', 'bilim', ['db1']);
  const sql = createPostgresClient(url, { max: 2, onnotice: () => undefined });
  try {
    await migrate(sql, schemaFolder);
    await fillEmptyDatabase(sql, 'small', today('Asia/Bishkek'), () => undefined);
    // As a real one: the invented people would live on in the portal.
    await sql`update university set demo = false`;
  } finally {
    await sql.end();
  }
  const database = openDatabase(url, readSettings({ DATA_DIR: folder, DATABASE_CONNECTIONS: '3' }));
  try {
    const visitors = await selectVisitors(database, people);
    await database.autocommit`vacuum analyze`;
    return visitors;
  } finally {
    await database.close();
  }
}
