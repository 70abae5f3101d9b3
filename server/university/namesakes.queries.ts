import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { nameColumn } from './university.queries.ts';

/** A person of a list. */
interface Named {
  readonly id: number;
  readonly name: string;
}

/** The people of a list whose name somebody else in it has too, together with them. */
function alike(people: readonly Named[]): number[][] {
  const byName = Map.groupBy(people, ({ name }) => name.toLowerCase());
  return [...byName.values()].map((some) => [...new Set(some.map(({ id }) => id))]).filter(({ length }) => length > 1);
}

/** What may distinguish a person from their namesakes. */
interface Place {
  readonly id: number;
  readonly number: string | null;
  readonly department: string | null;
  readonly post: string | null;
}

/** The shortest of what everybody has and nobody has twice; else all of it, with the number of the person. */
function markOf(place: Place, namesakes: readonly Place[]): string {
  const both = (one: Place) => [one.department, one.post].filter(Boolean).join(', ');
  const distinctions = [(one: Place) => one.number, (one: Place) => one.department, (one: Place) => one.post, both];
  const tells = (distinction: (one: Place) => string | null) =>
    namesakes.every((one) => distinction(one)) && new Set(namesakes.map(distinction)).size === namesakes.length;
  const distinction = distinctions.find(tells);
  return distinction?.(place) || [place.number ?? both(place), place.id].filter(Boolean).join(', ');
}

/** Whose name is compared: of everybody in the list, or also of colleagues and fellow students who are not in it. */
export type NamesakeScope = 'list' | 'university';

/**
 * People outside a list whose name somebody in it has too: students of the same groups and teachers of the same departments,
 * whom a reader of the list may take for one another. The index of names leads: a list has many more fellows than namesakes.
 */
async function namesakesElsewhere(db: Db, people: readonly Named[]): Promise<readonly Named[]> {
  const ids = [...new Set(people.map(({ id }) => id))];
  if (!ids.length) return [];
  return await db<Named[]>`
    with listed as materialized (select id, folded, lower(full_name) as name from person where id = any (${ids}::bigint[])),
    namesake as materialized (
      select p.id, p.full_name as name from person p
      where p.folded = any (array(select folded from listed)) and p.closed_on is null
        and lower(p.full_name) in (select name from listed) and p.id not in (select id from listed))
    select n.id, n.name from namesake n
    where exists (
      select from group_student other
      where other.student_id = n.id and other.is_current and other.group_id = any (array(
        select gs.group_id from group_student gs where gs.student_id = any (${ids}::bigint[]) and gs.is_current)))
    or exists (
      select from employment other
      where other.teacher_id = n.id and (other.ends_on is null or other.ends_on >= today())
        and other.department_id = any (array(
          select e.department_id from employment e
          where e.teacher_id = any (${ids}::bigint[]) and (e.ends_on is null or e.ends_on >= today()))))`;
}

/**
 * What distinguishes people of a list whose names are the same, by person: a student's number, a teacher's department or
 * post, or both, else the number of the person. A list that holds by itself everybody who could be meant, such as a
 * journal's, has the scope `list`; without namesakes it costs no statement.
 */
export async function distinguishNamesakes(
  db: Db,
  language: Language,
  people: readonly Named[],
  scope: NamesakeScope = 'university',
): Promise<ReadonlyMap<number, string>> {
  const groups = alike(scope === 'list' ? people : [...people, ...(await namesakesElsewhere(db, people))]);
  if (!groups.length) return new Map();
  const rows = await db<Place[]>`
    select p.id, st.number, w.department, w.post
    from person p
    left join student st on st.id = p.id
    left join lateral (
      select ${nameColumn(db, 'd', language)} as department, ${nameColumn(db, 'o', language)} as post
      from employment e join department d on d.id = e.department_id join post o on o.id = e.post_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    where p.id = any (${groups.flat()}::bigint[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    groups.flatMap((ids) => {
      const namesakes = ids.flatMap((id) => byId.get(id) ?? []);
      return namesakes.map((one): [number, string] => [one.id, markOf(one, namesakes)]);
    }),
  );
}

/**
 * What distinguishes students of a list for fellow students, who learn no numbers: the group, and among namesakes of one group
 * the place by the number of the account, which is the same in every list.
 */
export async function distinguishFellowStudents(
  db: Db,
  people: readonly Named[],
): Promise<ReadonlyMap<number, string>> {
  const ids = alike(people).flat();
  if (!ids.length) return new Map();
  const rows = await db<{ id: number; hint: string }[]>`
    select x.id, x.name || case when x.count > 1 then ', № ' || x.place else '' end as hint
    from (
      select p.id, g.name, count(*) over same as count, row_number() over (same order by p.id) as place
      from group_student gs join study_group g on g.id = gs.group_id join person p on p.id = gs.student_id
      where gs.is_current and p.closed_on is null and gs.group_id in (
        select own.group_id from group_student own where own.student_id = any (${ids}::bigint[]) and own.is_current)
      window same as (partition by g.id, lower(p.full_name))) x
    where x.id = any (${ids}::bigint[])`;
  return new Map(rows.map(({ id, hint }) => [id, hint]));
}

/** A row with the `apart` of the person it names; without namesakes the row as it is. */
export function addNamesakeHint<R extends object>(
  marks: ReadonlyMap<number, string>,
  person: number,
  row: R,
): R & { apart?: string } {
  const apart = marks.get(person);
  return apart === undefined ? row : { ...row, apart };
}

/** Rows of a list with `apart` where somebody else is called the same. */
export async function addNamesakeHints<R extends object>(
  db: Db,
  language: Language,
  rows: readonly R[],
  of: (row: R) => Named,
  scope?: NamesakeScope,
): Promise<(R & { apart?: string })[]> {
  const marks = await distinguishNamesakes(db, language, rows.map(of), scope);
  return rows.map((row) => addNamesakeHint(marks, of(row).id, row));
}

/** `addNamesakeHints` for rows that name a student by `id_student` and `s_fio`, as most calls do. */
export const addStudentNamesakeHints = <R extends { id_student: number; s_fio: string }>(
  db: Db,
  language: Language,
  rows: readonly R[],
  scope?: NamesakeScope,
) => addNamesakeHints(db, language, rows, ({ id_student: id, s_fio: name }) => ({ id, name }), scope);

/** `addNamesakeHints` for rows that name a teacher by `id_teacher` and `t_fio`. */
export const addTeacherNamesakeHints = <R extends { id_teacher: number; t_fio: string }>(
  db: Db,
  language: Language,
  rows: readonly R[],
  scope?: NamesakeScope,
) => addNamesakeHints(db, language, rows, ({ id_teacher: id, t_fio: name }) => ({ id, name }), scope);
