import type { Db } from '../database/database.ts';
import {
  type IdleSlot,
  isArchiveFailing,
  type Standby,
  selectDisabledTriggers,
  selectIdleSlots,
  selectStandbys,
  selectUnsafeSettings,
  usedConnectionCountSql,
} from '../database/postgres-state.queries.ts';

/** Rows that wait for a helper process. */
interface Queue {
  readonly name: 'notifications' | 'texts' | 'pages';
  readonly waiting: number;
  /** Seconds for which the first of them is due. */
  readonly late: number;
}

/** What the database knows of how the portal is. Moments are seconds since 1970; 0: it never happened. */
export interface DatabaseMetrics {
  readonly backup: number;
  readonly import: number;
  readonly fileBytes: number;
  readonly databaseBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly queues: readonly Queue[];
  readonly standbys: readonly Standby[];
  readonly unsafeSettings: number;
  readonly disabledTriggers: number;
  readonly archiveFails: boolean;
  readonly idleSlots: readonly IdleSlot[];
}

/** Reads the metrics of the database; names nobody. */
export async function readDatabaseMetrics(db: Db): Promise<DatabaseMetrics> {
  const [row] = await db<DatabaseMetrics[]>`
    select coalesce((select extract(epoch from max(at)) from audit where action = 'backup'), 0)::float8 as backup,
      coalesce((select extract(epoch from max(at)) from import_run), 0)::float8 as import,
      coalesce((select sum(size) from file), 0)::float8 as "fileBytes",
      pg_database_size(current_database())::float8 as "databaseBytes",
      ${usedConnectionCountSql(db)} as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select jsonb_agg(jsonb_build_object('name', name, 'waiting', waiting, 'late', greatest(late, 0))) from (
        select 'notifications' as name, count(*) as waiting,
          coalesce(extract(epoch from now() - min(due_at)), 0) as late
          from notification_outbox where outcome is null and due_at < now()
        union all select 'texts', count(*), coalesce(extract(epoch from now() - min(at)), 0)
          from file_text where state = 'waiting'
        union all select 'pages', count(*), coalesce(extract(epoch from now() - min(at)), 0)
          from file_pdf where state = 'waiting'
        union all select 'archives', count(*), coalesce(extract(epoch from now() - min(asked_at)), 0)
          from personal_archive where state = 'waiting') q) as queues,
      ${selectStandbys(db)} as standbys,
      cardinality(${selectUnsafeSettings(db)}) as "unsafeSettings",
      cardinality(${selectDisabledTriggers(db)}) as "disabledTriggers",
      exists (select from pg_stat_archiver where ${isArchiveFailing(db)}) as "archiveFails",
      ${selectIdleSlots(db)} as "idleSlots"`;
  if (!row) throw new Error('a question without an answer');
  return row;
}
