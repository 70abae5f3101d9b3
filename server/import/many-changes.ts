import { type ChangeKind, changeKinds } from '@bilim/contract/data-limits.ts';
import type { Files } from './check.ts';
import type { Report } from './report.ts';
import type { Db } from './stage.ts';
import type { Removals } from './threshold.ts';

/** Values of one kind that an import gives to rows that were there before. */
interface Kind {
  /** The file to which the values belong. */
  readonly file: string;
  /** Share of the rows, 0 to 1, beyond which so many are not changed unasked. */
  readonly share: number;
  /** SQL: the rows of before (`b`) joined to those of now (`t`), without the condition that they differ. */
  readonly from: string;
  /** SQL: they differ. */
  readonly differs: string;
}

/** So few are changed unasked, whatever their share. */
const fewRows = 20;

const people = (table: string) =>
  `before_person b join person t on t.id = b.id join ${table} k on k.id = b.id where b.closed_on is null`;
const named = '(b.surname, b.name) is distinct from (t.surname, t.name)';
const place =
  'day_number slot_id week_kind week_from week_to only_date auditorium_id teacher_id discipline_id class_type_id'.split(
    ' ',
  );
const placeOf = (alias: string) => `(${place.map((name) => `${alias}.${name}`).join(', ')})`;

const kinds: Readonly<Record<ChangeKind, Kind>> = {
  names_of_students: { file: 'students', share: 0.02, from: people('student'), differs: named },
  names_of_teachers: { file: 'teachers', share: 0.02, from: people('teacher'), differs: named },
  numbers_of_students: {
    file: 'students',
    share: 0.02,
    from: 'before_student b join student t on t.id = b.id where true',
    differs: 'b.number <> t.number',
  },
  logins_of_students: {
    file: 'students',
    share: 0.02,
    from: 'before_account b join account t on t.person_id = b.person_id join student k on k.id = b.person_id where true',
    differs: 'b.login <> t.login',
  },
  groups_of_students: {
    file: 'memberships',
    share: 0.1,
    from: `before_group_membership b join group_membership t on t.student_id = b.student_id and t.ends_on is null
      where b.ends_on is null`,
    differs: 'b.group_id <> t.group_id',
  },
  classes: {
    file: 'lessons',
    share: 0.1,
    from: 'before_lesson b join lesson t on t.id = b.id where true',
    differs: `${placeOf('b')} is distinct from ${placeOf('t')}`,
  },
};

/**
 * Reports every kind of value of which more would change than changes unasked, unless that very number was confirmed: a
 * spreadsheet that sorted some of its columns gives everybody somebody else's. Runs after the rows are written, with the
 * tables of `copyBefore`.
 */
export async function checkChanges(db: Db, files: Files, allowed: Removals, report: Report): Promise<void> {
  for (const name of changeKinds) {
    const { file, share, from, differs } = kinds[name];
    const handedIn = files.get(file);
    if (!handedIn) continue;
    const [row] = await db.unsafe<{ count: number; total: number }[]>(
      `select count(*) filter (where ${differs})::int as count, count(*)::int as total from ${from}`,
    );
    const { count = 0, total = 0 } = row ?? {};
    if (count <= Math.max(fewRows, total * share) || count <= (allowed[name] ?? 0)) continue;
    report.mistake('change.tooMany', { file: handedIn.name }, { count, total, table: name });
  }
}
