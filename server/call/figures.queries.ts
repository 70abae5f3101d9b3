import type { Db } from '../database/database.ts';

/** Rows that wait for a helper process. */
interface Queue {
  readonly name: 'notifications' | 'texts' | 'pages';
  readonly waiting: number;
  /** Seconds for which the first of them is due. */
  readonly late: number;
}

/** A standby, as its primary sees it. */
export interface Standby {
  readonly name: string;
  /** Bytes of the write-ahead log, and seconds, that it is behind; null: whoever asks may not see them (pg_monitor), or all is there. */
  readonly bytes: number | null;
  readonly seconds: number | null;
}

/** What the database knows of how the portal is. Moments are seconds since 1970; 0: it never happened. */
export interface FiguresOfDatabase {
  readonly backup: number;
  readonly import: number;
  readonly fileBytes: number;
  readonly databaseBytes: number;
  readonly connections: number;
  readonly mostConnections: number;
  readonly queues: readonly Queue[];
  readonly standbys: readonly Standby[];
}

/** Reads the figures of the database; names nobody. */
export async function readFigures(db: Db): Promise<FiguresOfDatabase> {
  const [row] = await db<FiguresOfDatabase[]>`
    select coalesce((select extract(epoch from max(at)) from audit where action = 'backup'), 0)::float8 as backup,
      coalesce((select extract(epoch from max(at)) from import_run), 0)::float8 as import,
      coalesce((select sum(size) from file), 0)::float8 as "fileBytes",
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select count(*)::int from pg_stat_activity) as connections,
      current_setting('max_connections')::int as "mostConnections",
      (select jsonb_agg(jsonb_build_object('name', name, 'waiting', waiting, 'late', greatest(late, 0))) from (
        select 'notifications' as name, count(*) as waiting,
          coalesce(extract(epoch from now() - min(due_at)), 0) as late
          from notification_outbox where outcome is null and due_at < now()
        union all select 'texts', count(*), coalesce(extract(epoch from now() - min(at)), 0)
          from file_text where state = 'waiting'
        union all select 'pages', count(*), coalesce(extract(epoch from now() - min(at)), 0)
          from file_pdf where state = 'waiting') q) as queues,
      coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(nullif(application_name, ''), pid::text),
          'bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 'seconds', extract(epoch from replay_lag)))
        from pg_stat_replication), '[]') as standbys`;
  if (!row) throw new Error('a question without an answer');
  return row;
}
