import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { runInParallel } from '../core/in-parallel.ts';
import type { Db } from '../database/database.ts';
import type { Spool } from './spool.ts';
import { type FileStore, isFileKey, listPageSize, ObjectNotFoundError, type StoredObject } from './store.ts';

/** Objects that are under way together. */
const together = 4;

/** From which store to which one, and where copies lie meanwhile. */
export interface MoveRoute {
  readonly from: FileStore;
  readonly to: FileStore;
  readonly spool: Spool;
}

/** What became of the objects. */
export interface MoveResult {
  readonly count: number;
  readonly bytes: number;
  /** Names of those that hold other bytes than were handed in; they stay where they are. */
  readonly damaged: readonly string[];
}

/**
 * Moves every object of a store into another one, while both are read: copied, read back, and only then removed. A
 * new run continues where the last one stopped, and objects that are added meanwhile are moved, too. A file must be
 * what its row says.
 * @param onProgress is called after each piece
 */
export async function moveObjects(
  db: Db,
  route: MoveRoute,
  onProgress: (soFar: Pick<MoveResult, 'count' | 'bytes'>) => void = () => undefined,
): Promise<MoveResult> {
  const damaged = new Set<string>();
  let [count, bytes] = [0, 0];
  for (let found = true; found; ) {
    found = false;
    for (let after = ''; ; ) {
      const objects = await route.from.list(after, listPageSize);
      const last = objects.at(-1);
      if (!last) break;
      after = last.name;
      const hashes = await hashesOf(db, objects);
      const left = objects.filter(({ name }) => !damaged.has(name));
      await runInParallel(left, together, async (object) => {
        const isMoved = await moveOne(route, object, hashes.get(object.name));
        if (isMoved === false) damaged.add(object.name);
        else if (isMoved) [count, bytes, found] = [count + 1, bytes + object.size, true];
      });
      onProgress({ count, bytes });
    }
  }
  return { count, bytes, damaged: [...damaged].sort() };
}

/** The hashes with which files were handed in, by the names of their objects. */
async function hashesOf(db: Db, objects: readonly StoredObject[]): Promise<Map<string, string>> {
  const keys = objects.map(({ name }) => name).filter(isFileKey);
  const rows = await db<{ key: string; hash: string }[]>`
    select key, encode(sha256, 'hex') as hash from file where key = any (${keys}::uuid[])`;
  return new Map(rows.map(({ key, hash }) => [key, hash]));
}

/** False: the object is damaged; null: it was removed in this moment. */
async function moveOne({ from, to, spool }: MoveRoute, { name }: StoredObject, hash?: string): Promise<boolean | null> {
  try {
    return await spool.with(async (path) => {
      const { sha256 } = await spool.write(await from.get(name), path);
      if (hash !== undefined && sha256 !== hash) return false;
      await to.put(name, path, sha256);
      const back = createHash('sha256');
      await pipeline(await to.get(name), back);
      if (back.digest('hex') !== sha256) throw new Error(`${name} did not come back as it was sent`);
      await from.remove([name]);
      return true;
    });
  } catch (failure) {
    if (failure instanceof ObjectNotFoundError) return null;
    throw failure;
  }
}
