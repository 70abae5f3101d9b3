import type { Language } from '../core/translations.ts';
import type { Db } from '../database/database.ts';
import { named } from './university.queries.ts';

/** A person of a list. */
interface Named {
  readonly id: number;
  readonly name: string;
}

/** People of a list whose name somebody else in it has too. */
function alike(people: readonly Named[]): number[] {
  const byName = new Map<string, Set<number>>();
  for (const { id, name } of people) {
    const key = name.toLowerCase();
    byName.set(key, (byName.get(key) ?? new Set()).add(id));
  }
  return [...byName.values()].filter(({ size }) => size > 1).flatMap((ids) => [...ids]);
}

/**
 * What tells people of one list apart whose names are the same, by person: a student's number, a teacher's department and
 * post, else the number of the person. A list without namesakes costs no statement.
 */
export async function apartIn(
  db: Db,
  language: Language,
  people: readonly Named[],
): Promise<ReadonlyMap<number, string>> {
  const ids = alike(people);
  if (!ids.length) return new Map();
  const rows = await db<{ id: number; place: string | null }[]>`
    select p.id, coalesce(st.number, w.place) as place
    from person p
    left join student st on st.id = p.id
    left join lateral (
      select ${named(db, 'd', language)} || ', ' || ${named(db, 'o', language)} as place
      from employment e join department d on d.id = e.department_id join post o on o.id = e.post_id
      where e.teacher_id = p.id and (e.ends_on is null or e.ends_on >= today())
      order by e.rate desc, e.id limit 1) w on true
    where p.id = any (${ids}::bigint[])`;
  const counts = new Map<string, number>();
  for (const { place } of rows) if (place) counts.set(place, (counts.get(place) ?? 0) + 1);
  return new Map(
    rows.map(({ id, place }) => [
      id,
      place && counts.get(place) === 1 ? place : [place, id].filter(Boolean).join(', '),
    ]),
  );
}

/** Rows of a list with `apart` where somebody else in it is called the same. */
export async function tellApart<R extends object>(
  db: Db,
  language: Language,
  rows: readonly R[],
  of: (row: R) => Named,
): Promise<(R & { apart?: string })[]> {
  const marks = await apartIn(db, language, rows.map(of));
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
) => tellApart(db, language, rows, ({ id_student: id, s_fio: name }) => ({ id, name }));

/** The same of rows that name a teacher. */
export const teachersApart = <R extends { id_teacher: number; t_fio: string }>(
  db: Db,
  language: Language,
  rows: readonly R[],
) => tellApart(db, language, rows, ({ id_teacher: id, t_fio: name }) => ({ id, name }));
