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

/** What may tell a person from their namesakes. */
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

/**
 * What tells people of one list apart whose names are the same, by person: a student's number, a teacher's department or
 * post, or both, else the number of the person. A list without namesakes costs no statement.
 */
export async function distinguishNamesakes(
  db: Db,
  language: Language,
  people: readonly Named[],
): Promise<ReadonlyMap<number, string>> {
  const groups = alike(people);
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

/** Rows of a list with `apart` where somebody else in it is called the same. */
export async function addNamesakeHints<R extends object>(
  db: Db,
  language: Language,
  rows: readonly R[],
  of: (row: R) => Named,
): Promise<(R & { apart?: string })[]> {
  const marks = await distinguishNamesakes(db, language, rows.map(of));
  return rows.map((row) => {
    const apart = marks.get(of(row).id);
    return apart === undefined ? row : { ...row, apart };
  });
}

/** The same of rows that name a student as most calls do. */
export const studentsApart = <R extends { id_student: number; s_fio: string }>(
  db: Db,
  language: Language,
  rows: readonly R[],
) => addNamesakeHints(db, language, rows, ({ id_student: id, s_fio: name }) => ({ id, name }));

/** The same of rows that name a teacher. */
export const teachersApart = <R extends { id_teacher: number; t_fio: string }>(
  db: Db,
  language: Language,
  rows: readonly R[],
) => addNamesakeHints(db, language, rows, ({ id_teacher: id, t_fio: name }) => ({ id, name }));
