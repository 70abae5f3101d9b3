import type { Db } from './database.ts';

/** A standby, as its primary sees it. */
export interface Standby {
  readonly name: string;
  /** Bytes of the write-ahead log, and seconds, that it is behind; null: whoever asks may not see them (pg_monitor), or all is there. */
  readonly bytes: number | null;
  readonly seconds: number | null;
}

/** SQL: all that follow this PostgreSQL, as `Standby`. */
export const selectStandbys = (db: Db) => db`
  coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(nullif(application_name, ''), pid::text),
      'bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 'seconds', extract(epoch from replay_lag)) order by pid)
    from pg_stat_replication), '[]')`;

/**
 * SQL: how many connections are taken of those that `max_connections` allows, which PostgreSQL's own processes do not count
 * against. Of other roles' processes only pg_monitor sees the kind: what has a database is taken for a connection then.
 */
export const usedConnectionCountSql = (db: Db) => db`
  (select count(*)::int from pg_stat_activity
    where datid is not null and coalesce(backend_type, 'client backend') = 'client backend')`;

/** SQL: settings without which what was acknowledged does not survive a power cut, and that are off. */
export const selectUnsafeSettings = (db: Db) => db`
  array(select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by 1)`;

/** SQL: triggers of our tables that are switched off, as `table.trigger`. */
export const selectDisabledTriggers = (db: Db) => db`
  array(select distinct t.tgrelid::regclass || '.' || case when t.tgisinternal then 'references' else t.tgname end
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgenabled in ('D', 'R') order by 1)`;

/** A replication slot that nobody reads from, and how much of the write-ahead log is kept for it. */
export interface IdleSlot {
  readonly name: string;
  readonly bytes: number;
}

/** SQL: those slots, as `IdleSlot`. */
export const selectIdleSlots = (db: Db) => db`
  coalesce((select jsonb_agg(jsonb_build_object('name', slot_name,
      'bytes', coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)) order by slot_name)
    from pg_replication_slots where not active and not temporary), '[]')`;

/** SQL: a condition on pg_stat_archiver, that nothing was archived since the last failure. */
export const isArchiveFailing = (db: Db) => db`last_failed_time > coalesce(last_archived_time, '-infinity')`;
