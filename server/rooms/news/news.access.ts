import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';

/** An announcement that the caller may read, write or delete; only this file makes one. */
export type OpenNews = { readonly id: number } & { readonly __open: 'news' };

/** The faculties that the caller's news permission is limited to; null: none, or no permission at all. */
export function newsLimits(caller: Caller): readonly number[] | null {
  return caller.limitedTo.news ?? null;
}

/** SQL: the caller's news permission covers the whole audience of item `n`. */
export function covered(db: Db, caller: Caller) {
  if (!caller.permissions.includes('news')) return db`false`;
  const limits = newsLimits(caller);
  if (!limits) return db`true`;
  return db`(not n.for_all_faculties and not exists (
    select from news_faculty x where x.news_id = n.id and x.faculty_id <> all (${limits as number[]}::int[])))`;
}

/**
 * SQL: item `n` is addressed to the caller, or the caller may delete it (NEWS-04). A scalar subquery,
 * because `exists` is planned as a scan of all items ever written for these faculties.
 */
export function readable(db: Db, caller: Caller) {
  return db`(((n.for_role is null or n.for_role = ${caller.role})
    and (n.for_all_faculties or (
      select true from news_faculty x
      where x.news_id = n.id and x.faculty_id = any (${caller.faculties as number[]}::int[]) limit 1)))
    or ${covered(db, caller)})`;
}

/** Checks an audience against the permission: limited to faculties, one may address only these. */
export function openAudience(caller: Caller, faculties: readonly number[]): void {
  const limits = newsLimits(caller);
  if (limits && (!faculties.length || faculties.some((id) => !limits.includes(id))))
    throw new Refusal('news.notYourFaculty', 403, { fields: { id_faculty: 'news.notYourFaculty' } });
}

/** Opens an item for deletion; locks it. 404 when it is not there or not readable, 403 beyond the permission. */
export async function openForDeletion(db: Db, caller: Caller, id: number): Promise<OpenNews> {
  const [row] = await db<{ covered: boolean }[]>`
    select ${covered(db, caller)} as covered from news n
    where n.id = ${id} and n.deleted_at is null and ${readable(db, caller)} for no key update of n`;
  if (!row) throw new Refusal('news.notFound', 404);
  if (!row.covered) throw new Refusal('news.notYourFaculty', 403);
  return { id } as OpenNews;
}
