import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { isInNewsScope, mayReadAnnouncement, permittedNewsFaculties } from '../../university/addressees.access.ts';

/** An announcement that the caller may read, write or delete; only this file makes one. */
export type AuthorizedNews = { readonly id: number } & { readonly __authorized: 'news' };

/** Checks an audience against the permission: limited to faculties, one may address only these. */
export function authorizeAudience(caller: Caller, faculties: readonly number[]): void {
  const limits = permittedNewsFaculties(caller);
  if (limits && (!faculties.length || faculties.some((id) => !limits.includes(id))))
    throw new Refusal('news.notYourFaculty', 403, { fields: { id_faculty: 'news.notYourFaculty' } });
}

/** Opens an item for deletion; locks it. 404 when it is not there or not readable, 403 beyond the permission. */
export async function authorizeDeletion(db: Db, caller: Caller, id: number): Promise<AuthorizedNews> {
  const [row] = await db<{ covered: boolean }[]>`
    select ${isInNewsScope(db, caller)} as covered from news n
    where n.id = ${id} and ${mayReadAnnouncement(db, caller)} for no key update of n`;
  if (!row) throw new Refusal('news.notFound', 404);
  if (!row.covered) throw new Refusal('news.notYourFaculty', 403);
  return { id } as AuthorizedNews;
}
