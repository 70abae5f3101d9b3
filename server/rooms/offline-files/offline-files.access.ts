import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { mayOpenMaterial } from '../../university/materials.access.ts';

/** Materials and library books whose files the caller may read at this moment; only this file makes one. */
export type AuthorizedOfflineFiles = { readonly materials: readonly number[]; readonly ebooks: readonly number[] } & {
  readonly __authorized: 'offline-files';
};

/** Leaves those of the named materials and books that the caller may open, by the rules of both rooms' downloads. */
export async function authorizeOfflineFiles(
  db: Db,
  caller: Caller,
  materials: readonly number[],
  ebooks: readonly number[],
): Promise<AuthorizedOfflineFiles> {
  const rows = await db<{ id: number; isEBook: boolean }[]>`
    select m.id, false as "isEBook" from material m
    where m.id = any (${materials as number[]}::bigint[]) and ${mayOpenMaterial(db, caller)}
    union all
    select e.id, true from ebook e where e.id = any (${ebooks as number[]}::bigint[]) and e.deleted_at is null`;
  const ids = (isEBook: boolean) => rows.filter((one) => one.isEBook === isEBook).map(({ id }) => id);
  return { materials: ids(false), ebooks: ids(true) } as unknown as AuthorizedOfflineFiles;
}
