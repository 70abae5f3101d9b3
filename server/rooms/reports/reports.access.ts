import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';

/** Whom a report is about, within the caller's permission; only this file makes one. */
export interface ReportScope {
  readonly __authorized: 'scope';
  /** Null: all. */
  readonly faculties: readonly number[] | null;
  readonly course: number | null;
  readonly group: number | null;
  /** Of classes those of one teacher alone, of debts those of what the teacher taught. */
  readonly teacher: number | null;
}

/** A group, student or teacher of the caller's faculties; only this file makes them. */
export type AuthorizedGroup = { readonly id: number } & { readonly __authorized: 'reported group' };
export type AuthorizedStudent = { readonly id: number } & { readonly __authorized: 'reported student' };

interface Filter {
  readonly id_faculty?: number;
  readonly course?: number;
  readonly id_group?: number;
  readonly id_teacher?: number;
}

/** What the caller asks about; 403 for a faculty that the permission does not hold at. */
export function authorizeScope(
  { limitedTo }: Caller,
  { id_faculty: faculty, course, id_group: group, id_teacher: teacher }: Filter,
): ReportScope {
  const own = limitedTo.reports ?? null;
  if (faculty !== undefined && own && !own.includes(faculty))
    throw new Refusal('reports.notYourFaculty', 403, { fields: { id_faculty: 'reports.notYourFaculty' } });
  const faculties = faculty === undefined ? own : [faculty];
  return { faculties, course: course ?? null, group: group ?? null, teacher: teacher ?? null } as ReportScope;
}

/** Everybody whom the permission covers. */
export const toPermittedScope = (caller: Caller): ReportScope => authorizeScope(caller, {});

/** SQL condition: a class or entry is of the scope's teacher, where it has one. */
export const isTeacherInScope = (db: Db, { teacher }: ReportScope, column: Fragment) =>
  teacher === null ? db`true` : db`${column} = ${teacher}::bigint`;

/** SQL condition: a faculty lies within the scope. */
export const isFacultyInScope = (db: Db, { faculties }: ReportScope, faculty: Fragment) =>
  faculties ? db`${faculty} = any (${faculties as number[]}::int[])` : db`true`;

/** SQL condition: a stream is of the scope; it belongs to the faculty of its department, and to no course or group. */
export const isStreamInScope = (db: Db, scope: ReportScope, stream: Fragment) =>
  scope.course === null && scope.group === null
    ? db`exists (select from stream s join department k on k.id = s.department_id
        where s.id = ${stream} and ${isFacultyInScope(db, scope, db`k.faculty_id`)})`
    : db`false`;

/** SQL condition: all people of a list work at faculties of the scope; nobody does in a scope of some courses or groups. */
export function arePeopleInScope(db: Db, { faculties, course, group }: ReportScope, people: Fragment) {
  if (course !== null || group !== null) return db`false`;
  return faculties
    ? db`not exists (select from unnest(${people}) o (person_id)
        where not ${isAtFaculties(db, 'o.person_id', faculties)})`
    : db`true`;
}

/** SQL `select id, name, faculty_id, course`: the groups of the scope; courses are counted in an academic year. */
export function selectGroups(db: Db, scope: ReportScope, year: number) {
  const course = db`least(greatest(${year}::int - g.admission_year + 1, 1), sp.years)::int`;
  return db`
    select g.id, g.name, sp.faculty_id, ${course} as course
    from study_group g join speciality sp on sp.id = g.speciality_id
    where ${isFacultyInScope(db, scope, db`sp.faculty_id`)}
      and ${scope.group === null ? db`true` : db`g.id = ${scope.group}`}
      and ${scope.course === null ? db`true` : db`${course} = ${scope.course}`}`;
}

/** Opens a group of the caller's faculties; 404 for any other. */
export async function authorizeReportGroup(db: Db, caller: Caller, id: number): Promise<AuthorizedGroup> {
  const [row] = await db<AuthorizedGroup[]>`
    select g.id from study_group g join speciality sp on sp.id = g.speciality_id
    where g.id = ${id} and ${isFacultyInScope(db, toPermittedScope(caller), db`sp.faculty_id`)}`;
  if (!row) throw new Refusal('reports.groupNotFound', 404);
  return row;
}

/** Opens a student who studies at the caller's faculties now; 404 for anybody else. */
export async function authorizeStudent(db: Db, caller: Caller, id: number): Promise<AuthorizedStudent> {
  const { reports } = caller.limitedTo;
  const [row] = await db<AuthorizedStudent[]>`
    select o.person_id as id from (select id as person_id from student where id = ${id}) o
    where ${reports ? isAtFaculties(db, 'o.person_id', reports) : db`true`}`;
  if (!row) throw new Refusal('reports.studentNotFound', 404);
  return row;
}
