import { type MassChangeKind, massChangeKinds } from '@bilim/contract/data-limits.ts';
import type { ImportTextCode } from './import-texts.ts';
import type { ParsedFile, ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportConnection } from './stage.ts';
import type { RemovalLimits } from './threshold.ts';

/** Values of one kind that an import gives to rows that were there before. */
interface Kind {
  /** The file to which the values belong. */
  readonly file: string;
  /** Share of the rows, 0 to 1, beyond which a change needs to be confirmed; 0: every change does. */
  readonly share: number;
  /** SQL: the rows of before (`b`) joined to those of now (`t`), without the condition that they differ. */
  readonly from: string;
  /** SQL: they differ. */
  readonly differs: string;
}

/** So few are changed unasked, whatever their share: in a small university no more than a tenth, but for the first few. */
const fewOf = (total: number): number => Math.min(20, Math.max(3, total / 10));

const people = (table: string) =>
  `before_person b join person t on t.id = b.id join ${table} k on k.id = b.id where b.closed_on is null`;
const accounts = (table: string) =>
  `before_account b join account t on t.person_id = b.person_id join ${table} k on k.id = b.person_id where true`;
/** Who had none may get one. */
const otherEmail = 'b.email is not null and b.email is distinct from t.email';
/** By this number the national service says who somebody is. */
const otherPin = 'b.pin is not null and b.pin is distinct from t.pin';
const named = '(b.surname, b.name, b.patronymic) is distinct from (t.surname, t.name, t.patronymic)';
const same = (table: string) => `before_${table} b join ${table} t on t.id = b.id where true`;
const place =
  'day_number slot_id week_kind week_from week_to only_date auditorium_id teacher_id discipline_id class_type_id'.split(
    ' ',
  );
const placeOf = (alias: string) => `(${place.map((name) => `${alias}.${name}`).join(', ')})`;

/** SQL: names that have nothing in common, unless surname and name only changed places; or another personal number with them. */
const isOther = `(not (b.surname = t.name and b.name = t.surname)
  and left(fold_text(b.surname), 3) <> left(fold_text(t.surname), 3)
  and (left(fold_text(b.name), 3) <> left(fold_text(t.name), 3) or b.pin <> t.pin))`;
const allPeople = (table: string) =>
  `before_person b join person t on t.id = b.id join ${table} k on k.id = b.id where true`;

/** SQL: the group of today of each student in a table of memberships, as the view group_student has it. */
const currentGroups = (table: string) =>
  `select distinct on (student_id) student_id, group_id from ${table}
    where ends_on is null or ends_on >= today() and (ends_on > starts_on or starts_on <= today())
    order by student_id, starts_on > today(), case when starts_on > today() then starts_on end, ends_on is not null,
      starts_on desc, id desc`;

const kinds: Readonly<Record<MassChangeKind, Kind>> = {
  names_of_students: { file: 'students', share: 0.02, from: people('student'), differs: named },
  names_of_teachers: { file: 'teachers', share: 0.02, from: people('teacher'), differs: named },
  numbers_of_students: {
    file: 'students',
    share: 0.02,
    from: same('student'),
    differs: 'b.number <> t.number',
  },
  logins_of_students: { file: 'students', share: 0.02, from: accounts('student'), differs: 'b.login <> t.login' },
  logins_of_teachers: { file: 'teachers', share: 0.02, from: accounts('teacher'), differs: 'b.login <> t.login' },
  emails_of_students: { file: 'students', share: 0.02, from: people('student'), differs: otherEmail },
  emails_of_teachers: { file: 'teachers', share: 0.02, from: people('teacher'), differs: otherEmail },
  pins_of_students: { file: 'students', share: 0.02, from: people('student'), differs: otherPin },
  pins_of_teachers: { file: 'teachers', share: 0.02, from: people('teacher'), differs: otherPin },
  groups_of_students: {
    file: 'memberships',
    share: 0.1,
    from: `(${currentGroups('before_group_membership')}) b join (${currentGroups('group_membership')}) t using (student_id)
      where true`,
    differs: 'b.group_id <> t.group_id',
  },
  classes: {
    file: 'lessons',
    share: 0.1,
    from: same('lesson'),
    differs: `${placeOf('b')} is distinct from ${placeOf('t')}`,
  },
  times_of_classes: {
    file: 'pair_slots',
    share: 0.1,
    from: 'before_pair_slot b join pair_slot t on t.id = b.id join lesson l on l.slot_id = t.id where true',
    differs: '(b.starts_at, b.ends_at) <> (t.starts_at, t.ends_at)',
  },
  registrations: {
    file: 'registrations',
    share: 0.1,
    from: same('registration'),
    differs: `(b.group_id, b.is_by_plan, b.credits, b.control_form_id, b.department_id)
      is distinct from (t.group_id, t.is_by_plan, t.credits, t.control_form_id, t.department_id)`,
  },
  streams_of_registrations: {
    file: 'registration_classes',
    share: 0.1,
    from: `before_registration_class b join registration_class t on t.registration_id = b.registration_id
      and t.class_type_id = b.class_type_id where true`,
    differs: 'b.stream_id <> t.stream_id',
  },
  teachers_of_streams: { file: 'streams', share: 0.1, from: same('stream'), differs: 'b.teacher_id <> t.teacher_id' },
  names_of_groups: { file: 'groups', share: 0.1, from: same('study_group'), differs: 'b.name <> t.name' },
  names_of_disciplines: {
    file: 'disciplines',
    share: 0.1,
    from: same('discipline'),
    differs: 'b.name_ru <> t.name_ru',
  },
  results: {
    file: 'results',
    share: 0.02,
    from: 'before_discipline_result b join discipline_result t using (student_id, discipline_id, year_id, semester_id) where true',
    differs: '(b.passed, b.points) is distinct from (t.passed, t.points)',
  },
  other_students: { file: 'students', share: 0, from: allPeople('student'), differs: isOther },
  other_teachers: { file: 'teachers', share: 0, from: allPeople('teacher'), differs: isOther },
  numbers_given_on: {
    file: 'students',
    share: 0,
    from: `before_student b join student t on t.id = b.id where t.id not in (
      select p.id from s_students s join person p on p.code = s.code)`,
    differs: 'b.number <> t.number',
  },
};

/**
 * Reports every kind of value of which more rows would change than are allowed without confirmation, unless that very
 * number was confirmed: a spreadsheet of which only some columns were sorted gives everybody somebody else's values.
 * Runs after the rows are written, with the tables of `copyTablesBeforeImport`.
 */
export async function checkMassChanges(
  db: ImportConnection,
  files: ParsedFiles,
  allowed: RemovalLimits,
  report: ImportReport,
): Promise<void> {
  for (const name of massChangeKinds) {
    const { file, share, from, differs } = kinds[name];
    const handedIn = files.get(file);
    if (!handedIn) continue;
    const [row] = await db.unsafe<{ count: number; total: number }[]>(
      `select count(*) filter (where ${differs})::int as count, count(*)::int as total from ${from}`,
    );
    const { count = 0, total = 0 } = row ?? {};
    if (count <= (share && Math.max(fewOf(total), total * share)) || count <= (allowed[name] ?? 0)) continue;
    report.error(sentences[name] ?? 'change.tooMany', { file: handedIn.name }, { count, total, table: name });
    if (differs === isOther) await nameOthers(db, handedIn, report);
  }
}

/** What is asked about however few there are, has a sentence of its own. */
const sentences: Readonly<Partial<Record<MassChangeKind, ImportTextCode>>> = {
  other_students: 'change.otherPeople',
  other_teachers: 'change.otherPeople',
  numbers_given_on: 'change.numbersGivenOn',
};
/** The codes of all that somebody may confirm. */
export const confirmableFaultCodes: ReadonlySet<ImportTextCode> = new Set([
  'vanish.tooMany',
  'vanish.shorter',
  'change.tooMany',
  'change.otherPeople',
  'change.numbersGivenOn',
]);

/** Names the rows whose code belonged to somebody of another name. */
async function nameOthers(db: ImportConnection, { name, table }: ParsedFile, report: ImportReport): Promise<void> {
  const others = await db.unsafe<{ row: number; code: string; was: string }[]>(
    `select s."row", s.code, concat_ws(' ', b.surname, b.name, b.patronymic) as was
     from s_${table.file} s join person t on t.code = s.code join before_person b on b.id = t.id
     where ${isOther} order by 1`,
  );
  for (const { row, code, was } of others)
    report.warning('person.otherName', { file: name, row, column: 'code' }, { value: code, was });
}
