import type { Sql } from 'postgres';
import { StartupError } from '../core/startup-error.ts';

/**
 * A table that stands while a back-up is being brought back, and goes in the transaction that brings the rows: where it
 * is left, the restore did not come to its end.
 */
export const restoreMarkerTable = 'restore_running';

/** The data folder that an unfinished restore was filling; null when there is none. */
export async function findUnfinishedRestore(sql: Pick<Sql, 'unsafe'>): Promise<string | null> {
  const [mark] = await sql.unsafe<{ known: boolean }[]>(
    `select to_regclass('public.${restoreMarkerTable}') is not null as known`,
  );
  if (!mark?.known) return null;
  const [row] = await sql.unsafe<{ folder: string }[]>(`select folder from ${restoreMarkerTable}`);
  return row?.folder ?? '';
}

/** @throws StartupError when the database is one that a restore filled only in part */
export async function checkRestoreFinished(sql: Pick<Sql, 'unsafe'>): Promise<void> {
  const folder = await findUnfinishedRestore(sql);
  if (folder !== null)
    throw new StartupError(
      `A restore of a back-up into this database did not come to its end: run npm run restore again with DATA_DIR=${folder}.`,
    );
}
