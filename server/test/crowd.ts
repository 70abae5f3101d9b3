import { randomBytes } from 'node:crypto';
import { sha256 } from '../auth/session.ts';
import type { Database } from '../database/database.ts';
import { Person } from './as.ts';

/**
 * Adds students to the group of an account and signs them in without their passwords; each has a cookie jar of its
 * own. `base`: the address they call.
 */
export async function addStudents(
  { database, base }: { database: Pick<Database, 'own'>; base: string },
  like: string,
  count: number,
): Promise<Person[]> {
  const rows = await database.own<{ id: number }[]>`
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
    cross join (select m.* from group_membership m join account a on a.person_id = m.student_id
      where a.login = ${like} and m.ends_on is null) m
    returning student_id as id`;
  return await signedIn({ database, base }, ...rows.map(({ id }) => id));
}

/** Signs people in without their passwords; each has a cookie jar of its own. `base`: the address they call. */
export async function signedIn(
  { database, base }: { database: Pick<Database, 'own'>; base: string },
  ...ids: readonly number[]
): Promise<Person[]> {
  const people = ids.map((id) => {
    const person = new Person(base);
    person.uid = id;
    person.cookies.set('sid', randomBytes(32).toString('base64url'));
    return person;
  });
  await database.own`
    insert into session (hash, person_id, expires_at, idle)
    select decode(hash, 'hex'), id, now() + interval '1 hour', '1 hour'
    from unnest(${people.map((person) => sha256(person.cookies.get('sid') ?? '').toString('hex'))}::text[],
      ${people.map((person) => person.uid)}::bigint[]) as s (hash, id)`;
  return people;
}
