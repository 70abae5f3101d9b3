import { hashPassword } from '../auth/password.ts';
import { endPendingSignIns } from '../auth/pending-sign-ins.queries.ts';
import { setSessionEndReasonSql } from '../auth/session-end.ts';
import { type FirstPasswordRow, generateFirstPassword, hashFirstPassword } from './passwords.ts';
import type { ParsedFile, ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { type ImportScope, removableRowCondition } from './scope.ts';
import { analyzeLargeTable, type ImportConnection, insertTextRows } from './stage.ts';
import { requireTable } from './tables.ts';
import type { FileChangeCounts } from './write.ts';

const roles = { teachers: 1, students: 2 } as const;
type Kind = keyof typeof roles;

/**
 * Adds, changes and reopens the people of one file; returns the first passwords of new accounts.
 * Logins and numbers that belong to somebody else are reported.
 */
export async function writePeople(
  db: ImportConnection,
  file: ParsedFile,
  { change, scope }: { change: FileChangeCounts; scope: ImportScope },
  report: ImportReport,
): Promise<FirstPasswordRow[]> {
  const kind = file.table.file as Kind;
  const staged = db(`s_${kind}`);
  const otherTable = db(kind === 'teachers' ? 'student' : 'teacher');
  const others = await db<{ row: number; code: string }[]>`
    select s."row", s.code from ${staged} s join person p on p.code = s.code join ${otherTable} o on o.id = p.id order by 1`;
  for (const { row, code } of others)
    report.error('person.otherKind', { file: file.name, row, column: 'code' }, { value: code });
  if (others.length > 0) return [];
  await reportLogins(db, kind, file, report);
  await reportPins(db, kind, file, report);
  if (kind === 'students') await freeNumbers(db, file, scope, report);
  if (report.errorCount() > 0) return [];

  await db`create temp table ${db(`back_${kind}`)} on commit drop as
    select p.id, s."row" from ${staged} s join person p on p.code = s.code where p.closed_on is not null`;
  const changed = await db<{ id: string }[]>`
    update person p set surname = s.surname, name = s.name, patronymic = s.patronymic, email = s.email,
      pin = coalesce(s.pin, p.pin), closed_on = null
    from ${staged} s where p.code = s.code and (p.surname, p.name, p.patronymic, p.email, p.pin, p.closed_on)
      is distinct from (s.surname, s.name, s.patronymic, s.email, coalesce(s.pin, p.pin), null::date) returning p.id`;
  const touched = new Set(changed.map((row) => row.id));
  const added = await db`
    insert into person (code, surname, name, patronymic, email, pin)
    select s.code, s.surname, s.name, s.patronymic, s.email, s.pin from ${staged} s
    where not exists (select from person p where p.code = s.code) order by s."row"`;
  change.added += added.count;
  await analyzeLargeTable(db, 'person', added.count);
  if (kind === 'students') {
    const wanted = db`from s_students s join person p on p.code = s.code where t.id = p.id and t.number <> s.number`;
    // Two students may swap their numbers: both let go first.
    const numbers = await db<{ id: string }[]>`update student t set number = '~' || t.id ${wanted} returning t.id`;
    if (numbers.length > 0) await db`update student t set number = s.number ${wanted}`;
    for (const row of numbers) touched.add(row.id);
    await db`insert into student (id, number) select p.id, s.number from s_students s join person p on p.code = s.code
      where not exists (select from student t where t.id = p.id) order by p.id`;
  } else {
    await db`insert into teacher (id) select p.id from s_teachers s join person p on p.code = s.code
      where not exists (select from teacher t where t.id = p.id) order by p.id`;
  }
  await analyzeLargeTable(db, kind === 'teachers' ? 'teacher' : 'student', added.count);
  for (const id of await changeLogins(db, kind)) touched.add(id);
  change.changed += touched.size;
  return await openAccounts(db, kind, file);
}

/** Logins that somebody outside this file (or not changing) has. */
async function reportLogins(db: ImportConnection, kind: Kind, file: ParsedFile, report: ImportReport): Promise<void> {
  const conflicts = await db<{ row: number; login: string }[]>`
    with wanted as (
      select s."row", p.id, coalesce(s.login, a.login, s.code) as login
      from ${db(`s_${kind}`)} s left join person p on p.code = s.code left join account a on a.person_id = p.id)
    select w."row", w.login from wanted w join account a on lower(a.login) = lower(w.login) and a.person_id is distinct from w.id
    where not exists (select from wanted x where x.id = a.person_id and lower(x.login) <> lower(a.login)) order by 1`;
  for (const { row, login } of conflicts)
    report.error('login.taken', { file: file.name, row, column: 'login' }, { value: login });
}

/**
 * Personal numbers that are in two rows, or belong to somebody outside this file. Two queries: a single one with
 * `or` would scan the whole file for each of its rows.
 */
async function reportPins(db: ImportConnection, kind: Kind, file: ParsedFile, report: ImportReport): Promise<void> {
  const staged = db(`s_${kind}`);
  const conflicts = await db<{ row: number }[]>`
    select "row" from (select "row", row_number() over (partition by pin order by "row") > 1 as again
      from ${staged} where pin is not null) numbered where again
    union
    select s."row" from ${staged} s join person p on p.pin = s.pin and p.code <> s.code
    where not exists (select from ${staged} x where x.code = p.code and x.pin <> p.pin)
    order by 1`;
  for (const { row } of conflicts) report.error('pin.taken', { file: file.name, row, column: 'pin' });
}

/**
 * Numbers of student books that belong to somebody outside this file. The number is taken from a student who has
 * left, which has to be confirmed (mass-changes.ts); they keep it with a suffix. A present student keeps theirs.
 */
async function freeNumbers(
  db: ImportConnection,
  file: ParsedFile,
  scope: ImportScope,
  report: ImportReport,
): Promise<void> {
  const isRemovable = db.unsafe(`(p.closed_on is not null or (${removableRowCondition(file.table, scope, 'p')}))`);
  const conflicts = await db<{ row: number; number: string; code: string; name: string }[]>`
    select s."row", s.number, p.code, p.full_name as name from s_students s join student t on t.number = s.number
    join person p on p.id = t.id and p.code <> s.code and not ${isRemovable}
    where not exists (select from s_students x where x.code = p.code) order by 1`;
  for (const { row, number, code, name } of conflicts)
    report.error('student.numberTaken', { file: file.name, row, column: 'number' }, { value: number, code, name });
  await db`
    update student t set number = t.number || '~' || t.id from s_students s, person p
    where t.number = s.number and p.id = t.id and p.code <> s.code and ${isRemovable}
      and not exists (select from s_students x where x.code = p.code)`;
}

/**
 * Names the students who came back without a group; runs when memberships are written. Where the folder holds
 * memberships, its own rule has named them.
 */
export async function reportStudentsWithoutGroup(
  db: ImportConnection,
  files: ParsedFiles,
  today: string,
  report: ImportReport,
): Promise<void> {
  const file = files.get('students');
  if (!file || files.has('memberships')) return;
  const back = await db<{ row: number }[]>`
    select b."row" from back_students b
    where not exists (
      select from group_membership m where m.student_id = b.id and (m.ends_on is null or m.ends_on > ${today}::date)) order by 1`;
  for (const { row } of back) report.warning('student.backWithoutGroup', { file: file.name, row });
}

async function changeLogins(db: ImportConnection, kind: Kind): Promise<string[]> {
  const wanted = db`from ${db(`s_${kind}`)} s join person p on p.code = s.code
    where a.person_id = p.id and s.login is not null and s.login <> a.login`;
  // Two people may swap their logins: both let go first.
  const changing = await db<
    { id: string }[]
  >`update account a set login = '~' || a.person_id ${wanted} returning a.person_id as id`;
  if (changing.length > 0) await db`update account a set login = s.login ${wanted}`;
  return changing.map((row) => row.id);
}

async function openAccounts(db: ImportConnection, kind: Kind, file: ParsedFile): Promise<FirstPasswordRow[]> {
  const known = new Map(file.rows.map((row) => [row.cells.code ?? '', row.cells.password ?? null]));
  const missing = await db<{ id: string; code: string; login: string; fullName: string }[]>`
    select p.id, p.code, coalesce(s.login, s.code) as login, p.full_name as "fullName"
    from ${db(`s_${kind}`)} s join person p on p.code = s.code
    where not exists (select from account a where a.person_id = p.id) order by p.id`;
  const withKnown = missing.filter((person) => known.get(person.code));
  const hashes = await Promise.all(withKnown.map((person) => hashPassword(known.get(person.code) ?? '')));
  const hashOf = new Map(withKnown.map((person, place) => [person.id, hashes[place] ?? '']));
  const list: FirstPasswordRow[] = [];
  const rows = missing.map((person) => {
    const hash = hashOf.get(person.id);
    if (hash) return [person.id, person.login, hash, String(roles[kind]), 'f'];
    const password = generateFirstPassword();
    list.push({ personId: person.id, place: '', fullName: person.fullName, login: person.login, password });
    return [person.id, person.login, hashFirstPassword(password), String(roles[kind]), 't'];
  });
  await insertTextRows(db, 'account', ['person_id', 'login', 'password_hash', 'role', 'must_change'], rows);
  await analyzeLargeTable(db, 'account', rows.length);
  return list;
}

/** Fills in the groups and departments; runs when memberships and employments are written. */
export async function addPasswordListPlaces(
  db: ImportConnection,
  list: readonly FirstPasswordRow[],
): Promise<FirstPasswordRow[]> {
  const ids = list.map((line) => line.personId);
  const places = await db<{ id: string; place: string }[]>`
    select distinct on (p.id) p.id, coalesce(g.name, d.short, '') as place
    from unnest(${ids}::bigint[]) as p(id)
    left join group_student gs on gs.student_id = p.id and gs.is_current left join study_group g on g.id = gs.group_id
    left join employment e on e.teacher_id = p.id and e.ends_on is null left join department d on d.id = e.department_id
    order by p.id, e.rate desc`;
  const placeOf = new Map(places.map((row) => [row.id, row.place]));
  return list.map((line) => ({ ...line, place: placeOf.get(line.personId) ?? '' }));
}

/**
 * Closes the people who are not in the file any more: nothing of theirs is deleted, but they cannot sign in. A block
 * by hand is independent of that and stays whatever a file says.
 */
export async function closeRemovedPeople(
  db: ImportConnection,
  kind: Kind,
  change: FileChangeCounts,
  { today, scope }: { today: string; scope: ImportScope },
): Promise<void> {
  const closed = await db<{ id: string }[]>`
    update person p set closed_on = ${today} from ${db(kind === 'teachers' ? 'teacher' : 'student')} k
    where k.id = p.id and p.closed_on is null and not exists (select from ${db(`s_${kind}`)} s where s.code = p.code)
      and (${db.unsafe(removableRowCondition(requireTable(kind), scope, 'p'))})
    returning p.id`;
  if (closed.length === 0) return;
  const ids = closed.map((row) => Number(row.id));
  await db`delete from session where person_id = any(${ids}::bigint[]) and ${setSessionEndReasonSql(db, 'closed')}`;
  // Whoever comes back shows every proof again.
  await endPendingSignIns(db, ids);
  await db`update group_membership set ends_on = greatest(starts_on, ${today}::date)
    where student_id = any(${ids}::bigint[]) and (ends_on is null or ends_on > ${today}::date)`;
  await db`update employment set ends_on = greatest(starts_on, ${today}::date)
    where teacher_id = any(${ids}::bigint[]) and (ends_on is null or ends_on > ${today}::date)`;
  change.closed += closed.length;
}
