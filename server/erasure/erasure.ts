import type { Db } from '../database/database.ts';
import { deleteFilesUnlessHeld, type FileStore, StorageUnavailableError } from '../files/store.ts';
import { type ErasureResult, erasePersonData } from './erasure.queries.ts';
import { appendToErasureList } from './erasure-list.ts';

/** Runs work in a transaction of its own. */
export type RunInTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Erases one person after the other, each in a transaction of its own. The number is in the list beside the database before
 * the rows are gone for good: a restore never finds fewer than the database has.
 * @param hasLeft they have left, though an older back-up does not know it yet
 */
export async function erasePeople(
  transaction: RunInTransaction,
  { store, dataDir }: { readonly store: FileStore; readonly dataDir: string },
  ids: readonly number[],
  { hasLeft = false }: { hasLeft?: boolean } = {},
): Promise<ErasureResult[]> {
  const erased: ErasureResult[] = [];
  for (const id of ids) {
    const one = await transaction(async (db) => {
      const done = await erasePersonData(db, id, hasLeft);
      if (done) await appendToErasureList(dataDir, id);
      return done;
    });
    if (!one) continue;
    // What a store that is away keeps has no row any more, and is swept.
    await deleteFilesUnlessHeld(store, one.keys).catch((failure: unknown) => {
      if (!(failure instanceof StorageUnavailableError)) throw failure;
    });
    erased.push(one);
  }
  return erased;
}
