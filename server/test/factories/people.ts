import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from '../../auth/session.ts';
import type { Database, Db } from '../../database/database.ts';
import { TestClient } from '../test-client.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Where people are made who act without a browser: the database, and the address that they call. */
interface Place {
  readonly database: Pick<Database, 'autocommit'>;
  readonly base: string;
}

/** Makes so many students in the group of another, who have an account and no password that lets them in; gives their ids. */
export async function createStudents(db: Db, like: PersonReference, count: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with people as (
      insert into person (id, code, surname, name)
      select 500000 + (select count(*) from person) + n, 'crowd-' || n || '-' || txid_current(), 'Студентов', n::text
      from generate_series(1, ${count}::int) n returning id),
    students as (insert into student (id, number) select id, 'C' || id from people returning id),
    accounts as (
      insert into account (person_id, login, password_hash, role, must_change)
      select id, 'crowd' || id, '-', 2, false from students)
    insert into group_membership (student_id, group_id, starts_on)
    select s.id, m.group_id, m.starts_on from students s
    cross join (select * from group_membership where student_id = ${personIdFragment(db, like)} and ends_on is null) m
    returning student_id as id`;
  return rows.map(({ id }) => Number(id));
}

/** Adds students to the group of an account and signs them in without their passwords; each has a cookie jar of its own. */
export async function addStudents(place: Place, like: string, count: number): Promise<TestClient[]> {
  return await signInPeople(place, ...(await createStudents(place.database.autocommit, like, count)));
}

/** Makes a second account of a student, with the same name and password, in the same group. */
export async function createDuplicateAccount(db: Db, student: PersonReference): Promise<{ id: number; login: string }> {
  const login = `double-${randomUUID().slice(0, 8)}`;
  const [row] = await db<{ id: number }[]>`
    with people as (
      insert into person (code, surname, name, patronymic, email)
      select ${login}, surname, name, patronymic, 'double@example.kg' from person where id = ${personIdFragment(db, student)}
      returning id),
    students as (insert into student (id, number) select id, ${login} from people returning id),
    accounts as (
      insert into account (person_id, login, password_hash, role, must_change)
      select s.id, ${login}, a.password_hash, 2, false from students s, account a
      where a.person_id = ${personIdFragment(db, student)})
    insert into group_membership (student_id, group_id, starts_on)
    select s.id, m.group_id, m.starts_on from students s, group_membership m
    where m.student_id = ${personIdFragment(db, student)} and m.ends_on is null
    returning student_id as id`;
  if (!row) throw new Error(`there is no student ${student} with a group`);
  return { id: Number(row.id), login };
}

/** Makes a colleague of a teacher, with the same name, department and post; gives the colleague's id. */
export async function createNamesakeTeacher(db: Db, teacher: number): Promise<number> {
  const code = `colleague-${randomUUID().slice(0, 8)}`;
  const [row] = await db<{ id: number }[]>`
    with people as (
      insert into person (code, surname, name, patronymic)
      select ${code}, surname, name, patronymic from person where id = ${teacher} returning id),
    teachers as (insert into teacher (id) select id from people returning id)
    insert into employment (teacher_id, department_id, post_id, rate, starts_on)
    select t.id, e.department_id, e.post_id, e.rate, e.starts_on from teachers t, employment e
    where e.teacher_id = ${teacher} and e.ends_on is null
    returning teacher_id as id`;
  if (!row) throw new Error(`there is no teacher ${teacher} with a post`);
  return Number(row.id);
}

/** Gives a teacher half a post at a department, from the beginning of the year on. */
export async function addEmployment(db: Db, teacher: number, department: number, post: number): Promise<void> {
  await db`
    insert into employment (teacher_id, department_id, post_id, rate, starts_on)
    values (${teacher}, ${department}, ${post}, 0.5, '2026-09-01')`;
}

/** The faculty of a student's group. */
export async function readFaculty(db: Db, student: PersonReference): Promise<number> {
  const [row] = await db<{ faculty: number }[]>`
    select s.faculty_id as faculty from group_student m join study_group g on g.id = m.group_id
    join speciality s on s.id = g.speciality_id where m.student_id = ${personIdFragment(db, student)} and m.is_current`;
  if (!row) throw new Error(`there is no student ${student} with a group`);
  return row.faculty;
}

/** Signs people in without their passwords; each has a cookie jar of its own. */
export async function signInPeople({ database, base }: Place, ...ids: readonly number[]): Promise<TestClient[]> {
  const people = ids.map((id) => {
    const person = new TestClient(base);
    person.uid = id;
    person.cookies.set('sid', randomBytes(32).toString('base64url'));
    return person;
  });
  await database.autocommit`
    insert into session (hash, person_id, expires_at, idle)
    select decode(hash, 'hex'), id, now() + interval '1 hour', '1 hour'
    from unnest(${people.map((person) => sha256(person.cookies.get('sid') ?? '').toString('hex'))}::text[],
      ${people.map((person) => person.uid)}::bigint[]) as s (hash, id)`;
  return people;
}
