import type { Sql } from 'postgres';
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

/** What may go wrong in the PostgreSQL around the portal's database. */
export interface PostgresDiagnostics {
  /** Settings without which what was acknowledged does not survive a power cut, and that are off. */
  readonly unsafe: readonly string[];
  /** Triggers that are switched off, as `table.trigger`. */
  readonly triggersOff: readonly string[];
  readonly role: string;
  readonly connections: number;
  readonly maxConnections: number;
  /** The file of the write-ahead log whose archiving failed last, if none was archived since, and when. */
  readonly failedArchive: string | null;
  readonly failedAt: string | null;
  readonly idleSlots: readonly IdleSlot[];
  readonly standbys: readonly Standby[];
  readonly isSynchronous: boolean;
}

/** Reads what only PostgreSQL itself knows. */
export async function readPostgresDiagnostics(sql: Sql): Promise<PostgresDiagnostics> {
  const [row] = await sql<PostgresDiagnostics[]>`
    select ${selectUnsafeSettings(sql)} as unsafe,
      ${selectDisabledTriggers(sql)} as "triggersOff",
      current_setting('session_replication_role') as role,
      ${usedConnectionCountSql(sql)} as connections,
      current_setting('max_connections')::int as "maxConnections",
      a.last_failed_wal as "failedArchive", to_char(a.last_failed_time, 'YYYY-MM-DD HH24:MI') as "failedAt",
      ${selectIdleSlots(sql)} as "idleSlots",
      ${selectStandbys(sql)} as standbys,
      current_setting('synchronous_standby_names') <> '' as "isSynchronous"
    from (select 1) one left join pg_stat_archiver a on ${isArchiveFailing(sql)}`;
  if (!row) throw new Error('a question without an answer');
  return row;
}
