import type { Sql } from 'postgres';
import { type Standby, selectStandbys, usedConnectionCount } from '../database/postgres-state.queries.ts';

/** A replication slot that nobody reads from, and how much of the write-ahead log is kept for it. */
interface SlotRow {
  readonly name: string;
  readonly bytes: number;
}

/** What may go wrong in the PostgreSQL around the portal's database. */
export interface ServerFacts {
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
  readonly idleSlots: readonly SlotRow[];
  readonly standbys: readonly Standby[];
  readonly isSynchronous: boolean;
}

/** Reads what only PostgreSQL itself knows. */
export async function readServerFacts(sql: Sql): Promise<ServerFacts> {
  const [row] = await sql<ServerFacts[]>`
    select array(select name from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by 1) as unsafe,
      array(select distinct t.tgrelid::regclass || '.' || case when t.tgisinternal then 'references' else t.tgname end
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = 'public'::regnamespace and t.tgenabled in ('D', 'R') order by 1) as "triggersOff",
      current_setting('session_replication_role') as role,
      ${usedConnectionCount(sql)} as connections,
      current_setting('max_connections')::int as "maxConnections",
      a.last_failed_wal as "failedArchive", to_char(a.last_failed_time, 'YYYY-MM-DD HH24:MI') as "failedAt",
      coalesce((select jsonb_agg(jsonb_build_object('name', slot_name,
          'bytes', coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)) order by slot_name)
        from pg_replication_slots where not active and not temporary), '[]') as "idleSlots",
      ${selectStandbys(sql)} as standbys,
      current_setting('synchronous_standby_names') <> '' as "isSynchronous"
    from (select 1) one left join pg_stat_archiver a
      on a.last_failed_time > coalesce(a.last_archived_time, '-infinity')`;
  if (!row) throw new Error('a question without an answer');
  return row;
}
