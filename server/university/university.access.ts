import type { Caller } from '../auth/session.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';
import { type CourseKey, studentsOf, teachersOf } from './university.queries.ts';

/** A course that the caller teaches or studies; only this file makes one. */
export type OpenCourse = CourseKey & { readonly __open: 'course' };

/**
 * Opens a course to its teachers and its students. The refusal (403) is the one answer for "not there" and "not
 * yours"; its code is the room's. `classType`: only for who teaches that class type in it.
 */
export async function openCourse(
  db: Db,
  caller: Caller,
  key: CourseKey,
  rule: { timeZone: string; refusal: string; classType?: number | undefined },
): Promise<OpenCourse> {
  const [row] = await db<{ open: boolean }[]>`
    select ${caller.role === 1 ? teaches(db, caller.uid, key, rule.classType) : studies(db, caller.uid, key, rule)} as open`;
  if (!row?.open) throw new Refusal(rule.refusal, 403);
  return key as OpenCourse;
}

function teaches(db: Db, uid: number, k: CourseKey, classType: number | undefined) {
  if (classType === undefined) return db`${uid}::bigint in (${teachersOf(db, k)})`;
  if (k.isSelect)
    return db`${uid}::bigint in (${teachersOf(db, k)})
      and exists (select from stream where id = ${k.group} and class_type_id = ${classType})`;
  return db`exists (
    select from group_load l where l.teacher_id = ${uid} and l.group_id = ${k.group} and l.year_id = ${k.year}
      and l.term_id = ${k.term} and l.discipline_id = ${k.discipline} and l.credits = ${k.credits}
      and l.class_type_id = ${classType})`;
}

/** A course that nobody teaches is no course: a made-up discipline beside one's own group opens nothing. */
function studies(db: Db, uid: number, k: CourseKey, { timeZone }: { timeZone: string }) {
  return db`${uid}::bigint in (${studentsOf(db, timeZone, k)}) and exists (${teachersOf(db, k)})`;
}
