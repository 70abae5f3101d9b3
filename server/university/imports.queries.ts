import type { Db } from '../database/database.ts';

/** Any number that nothing else takes a lock on: two imports never run at once. */
export const importLockKey = 7_203_314;

/** SQL condition: an import, or the undoing of one, goes on at this moment. */
export function isImportRunning(db: Db) {
  return db`exists (
    select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${importLockKey} and l.objsubid = 1 and l.granted and l.mode = 'ExclusiveLock')`;
}

/** Keeps imports away until the transaction is over; false: one goes on. */
export async function blockImports(db: Db): Promise<boolean> {
  const [row] = await db<{ held: boolean }[]>`select pg_try_advisory_xact_lock_shared(${importLockKey}) as held`;
  return row?.held ?? false;
}
