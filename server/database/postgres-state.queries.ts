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
export const usedConnectionCount = (db: Db) => db`
  (select count(*)::int from pg_stat_activity
    where datid is not null and coalesce(backend_type, 'client backend') = 'client backend')`;
