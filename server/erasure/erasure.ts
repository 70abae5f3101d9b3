import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../database/database.ts';
import { backupMarker } from '../files/files.ts';
import { type Erased, eraseOne } from './erasure.queries.ts';
import { addErased } from './list.ts';

/** Runs work in a transaction of its own. */
export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Erases one person after the other, each in a transaction of its own. The number is in the list beside the database before
 * the rows are gone for good: a restore never finds fewer than the database has.
 * @param hasLeft they have left, though an older back-up does not know it yet
 */
export async function erasePeople(
  transaction: Transaction,
  dataDir: string,
  ids: readonly number[],
  { hasLeft = false }: { hasLeft?: boolean } = {},
): Promise<Erased[]> {
  const erased: Erased[] = [];
  for (const id of ids) {
    const one = await transaction(async (db) => {
      const done = await eraseOne(db, id, hasLeft);
      if (done) await addErased(dataDir, id);
      return done;
    });
    if (!one) continue;
    await removeFiles(dataDir, one.keys);
    erased.push(one);
  }
  return erased;
}

/** Removes what lies under the keys; while a back-up is being made the portal's sweeper does it later. */
async function removeFiles(dataDir: string, keys: readonly string[]): Promise<void> {
  const folder = join(dataDir, 'files');
  if (existsSync(backupMarker(folder))) return;
  for (const key of keys)
    for (const ending of ['', '.webp', '.book'])
      await rm(join(folder, key.slice(0, 2), `${key}${ending}`), { recursive: true, force: true });
}
