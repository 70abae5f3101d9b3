import { formatCsv } from '../core/csv.ts';
import type { TestPortal } from './test-client.ts';

/** A row of a table by its headings. */
export type TableRow = Record<string, string | null>;

/** Tables of a portal as the registrar would hand them in. */
export const createImportTableReaders = ({ ownerSql }: Pick<TestPortal, 'ownerSql'>) => ({
  students: () => ownerSql<TableRow[]>`
    select p.code, s.number, p.surname, p.name, p.patronymic, p.email, a.login
    from student s join person p on p.id = s.id join account a on a.person_id = p.id where p.closed_on is null order by p.code`,
  teachers: () => ownerSql<TableRow[]>`
    select p.code, p.surname, p.name, p.patronymic, p.email, a.login
    from teacher t join person p on p.id = t.id join account a on a.person_id = p.id where p.closed_on is null order by p.code`,
  disciplines: () => ownerSql<TableRow[]>`select code, name_ru, name_kg, name_en from discipline order by code`,
  buildings: () => ownerSql<TableRow[]>`select code, name_ru, name_kg, name_en from building order by code`,
  auditoriums: () => ownerSql<TableRow[]>`
    select b.code as building, a.number, a.seats::text from auditorium a join building b on b.id = a.building_id order by 1, 2`,
  lessons: () => ownerSql<TableRow[]>`
    select l.code, (2000 + l.year_id)::text as year, l.term_id::text as term, l.day_number::text, l.slot_id::text as slot,
      l.week_kind::text, l.week_from::text, l.week_to::text, l.only_date::text, t.code as class_type, d.code as discipline,
      l.credits::text, p.code as teacher, b.code as building, a.number as auditorium, l.subgroup::text, s.code as stream
    from lesson l join class_type t on t.id = l.class_type_id join discipline d on d.id = l.discipline_id
    join person p on p.id = l.teacher_id left join auditorium a on a.id = l.auditorium_id
    left join building b on b.id = a.building_id left join stream s on s.id = l.stream_id
    where not l.by_hand and not exists (select from class_change c where c.made_id = l.id) order by l.code`,
  permissions: () => ownerSql<TableRow[]>`
    select p.code as person, r.code as permission, f.code as faculty, r.ends_on::text as ends_on
    from permission r join person p on p.id = r.person_id left join faculty f on f.id = r.faculty_id order by 1, 2`,
});

/** A table as a file. */
export function toTableFile(table: string, rows: readonly TableRow[]): { name: string; content: string } {
  const headings = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => headings.map((heading) => row[heading] ?? ''));
  return { name: `${table}.csv`, content: formatCsv([headings, ...lines]) };
}
