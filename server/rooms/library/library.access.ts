import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { checkMaterialUpload, type MaterialSetSemester } from '../../university/uploads.access.ts';

/** A book on the library's shelves: one of its own, or a teaching material marked for it. */
export type AuthorizedBook = { readonly id: number; readonly isFromUmk: boolean } & { readonly __authorized: 'book' };
/** A book that the caller may change or take away; its row is locked. */
export type EditableBook = AuthorizedBook & { readonly __own: 'book' };

/** SQL: the library permission covers what the person in a column put in. */
function permitted(db: Db, caller: Caller, owner: string) {
  if (!caller.permissions.includes('library')) return db`false`;
  const limits = caller.limitedTo.library;
  if (!limits) return db`true`;
  return db`exists (
    select from employment works join department d on d.id = works.department_id
    where works.teacher_id = ${db(owner)} and d.faculty_id = any (${limits as number[]}::int[]))`;
}

/** SQL: the caller may change a book whose owner is in a column: the owner, a teacher, or the permission. */
export function mayChangeBook(db: Db, caller: Caller, owner: string) {
  if (caller.role !== 1) return db`false`;
  return db`(${db(owner)} = ${caller.uid} or ${permitted(db, caller, owner)})`;
}

/** Opens a book for reading; everybody who is signed in may. 404 with the given code when it is not there. */
export async function requireBook(db: Db, id: number, isFromUmk: boolean, refusal: string): Promise<AuthorizedBook> {
  const [row] = isFromUmk
    ? await db`select from material where id = ${id} and in_library and deleted_at is null`
    : await db`select from ebook where id = ${id} and deleted_at is null`;
  if (!row) throw new Refusal(refusal, 404);
  return { id, isFromUmk } as AuthorizedBook;
}

/** Opens a book for change and locks it: 404 library.notFound, or 403 library.notYours for others' books. */
export async function authorizeBookChange(
  db: Db,
  caller: Caller,
  id: number,
  isFromUmk: boolean,
): Promise<EditableBook> {
  if (isFromUmk) await db`select from material where id = ${id} for no key update`;
  else await db`select from ebook where id = ${id} for no key update`;
  return await authorizeBookChangeWithoutLock(db, caller, id, isFromUmk);
}

/** Lets the file of a book be replaced: that of an own teaching material only while its semester takes any. */
export async function checkBookReplacement(
  db: Db,
  timeZone: string,
  caller: Caller,
  book: EditableBook,
): Promise<void> {
  if (!book.isFromUmk || caller.permissions.includes('umk')) return;
  const [set] = await db<MaterialSetSemester[]>`
    select semester_id as semester, is_select as "isSelect" from material
    where id = ${book.id} and teacher_id = ${caller.uid}`;
  if (set) await checkMaterialUpload(db, timeZone, caller.uid, set);
}

/** The same without the lock, for asking beforehand. */
export async function authorizeBookChangeWithoutLock(
  db: Db,
  caller: Caller,
  id: number,
  isFromUmk: boolean,
): Promise<EditableBook> {
  const [row] = isFromUmk
    ? await db<{ mine: boolean }[]>`
        select ${mayChangeBook(db, caller, 'm.teacher_id')} as mine from material m
        where m.id = ${id} and m.in_library and m.deleted_at is null`
    : await db<{ mine: boolean }[]>`
        select ${mayChangeBook(db, caller, 'e.owner_id')} as mine from ebook e
        where e.id = ${id} and e.deleted_at is null`;
  if (!row) throw new Refusal('library.notFound', 404);
  if (!row.mine) throw new Refusal('library.notYours', 403);
  return { id, isFromUmk } as EditableBook;
}

/** The book that the caller has just put on the shelf is theirs. */
export function asOwnBook(id: number): EditableBook {
  return { id, isFromUmk: false } as EditableBook;
}
