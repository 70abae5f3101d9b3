import type { Sql } from 'postgres';
import type { FileStore } from '../files/store.ts';
import { type ErasureResult, readErasedPeople, readExistingPeople } from './erasure.queries.ts';
import { erasePeople } from './erasure.ts';
import { readErasureListOfDataDir, replaceErasureList } from './erasure-list.ts';

/**
 * People of the list beside the database whom the database has as if they had never been erased, because it was brought back from
 * before.
 * @param more numbers of another list
 */
export async function findListedPeopleToErase(
  sql: Sql,
  dataDir: string,
  more: readonly number[] = [],
): Promise<number[]> {
  const listed = [...new Set([...((await readErasureListOfDataDir(dataDir)) ?? []), ...more])];
  const before = new Set(await readErasedPeople(sql));
  return (await readExistingPeople(sql, listed)).filter((id) => !before.has(id));
}

/**
 * Erases such people again, and rewrites the list of erased people: it keeps those whom this database knows, as the number of
 * anybody who came later will be given to somebody else.
 */
export async function eraseListedPeople(
  sql: Sql,
  place: { readonly store: FileStore; readonly dataDir: string },
  ids: readonly number[],
): Promise<ErasureResult[]> {
  const erased = await erasePeople((work) => sql.begin((db) => work(db)) as never, place, ids, { hasLeft: true });
  const all = await readErasedPeople(sql);
  if (all.length) await replaceErasureList(place.dataDir, all);
  return erased;
}
