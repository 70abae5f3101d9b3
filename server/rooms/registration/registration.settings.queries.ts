import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { registrationOffice } from '@bilim/contract/registration-office.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isStudentInRegistrationScope } from '../../university/contacts.access.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import type { OfficeGroup, OfficeStudent } from './registration.office.access.ts';

/** The credit limit of a term. */
export async function readCreditLimit(db: Db, language: Language, term: number) {
  return await db<{ id_ws: number; ws: string; creditLimit: number }[]>`
    select t.id as id_ws, ${nameColumn(db, 't', language)} as ws, l.credits as "creditLimit"
    from credit_limit l join term t on t.id = l.term_id where t.id = ${term}`;
}

/**
 * SQL: a row `student_id`, `term_id`, `credits`, `limit` for each semester of a student that has more credits than the limit;
 * of one year, and of one term where it is given.
 */
export const selectStudentsOverCreditLimit = (db: Db, year: number | null, term: number | null = null): Fragment => db`
  select r.student_id, r.term_id, sum(r.credits) as credits, coalesce(e.credits, l.credits) as "limit"
  from registration r
  join credit_limit l on l.term_id = r.term_id
  left join credit_exception e on e.student_id = r.student_id and e.year_id = r.year_id and e.term_id = r.term_id
  where r.year_id = ${year}::smallint and (${term}::smallint is null or r.term_id = ${term}::smallint)
  group by r.student_id, r.term_id, r.semester_id, e.credits, l.credits
  having sum(r.credits) > coalesce(e.credits, l.credits)`;

/** The credit limits of all terms; of a year also who has another one, who is beyond it, and who may take extras. */
export async function readTermLimits(
  db: Db,
  caller: Caller,
  language: Language,
  year: number | null,
): Promise<Output<typeof registrationOffice.officeLimits>> {
  return await db<Output<typeof registrationOffice.officeLimits>>`
    with covered as (select st.id from student st where ${isStudentInRegistrationScope(db, caller)}),
    named as (
      select x.term_id, x.credits, count(*)::int as students from credit_exception x
      where x.year_id = ${year}::smallint and x.student_id in (select id from covered) group by x.term_id, x.credits),
    beyond as (
      select o.term_id, count(distinct o.student_id)::int as students from (${selectStudentsOverCreditLimit(db, year)}) o
      where o.student_id in (select id from covered) group by o.term_id),
    extras as (
      select o.term_id, count(*)::int as students from optional_grant o
      where o.year_id = ${year}::smallint and o.student_id in (select id from covered) group by o.term_id)
    select t.id as id_ws, ${nameColumn(db, 't', language)} as ws, l.credits as "creditLimit",
      coalesce((select jsonb_agg(jsonb_build_object('creditLimit', n.credits, 'students', n.students) order by n.credits)
        from named n where n.term_id = t.id), '[]') as named,
      coalesce((select b.students from beyond b where b.term_id = t.id), 0) as exceeded,
      coalesce((select x.students from extras x where x.term_id = t.id), 0) as grants
    from credit_limit l join term t on t.id = l.term_id order by t.id`;
}

/** Sets the credit limit of a term and keeps who did it and why. */
export async function setCreditLimit(db: Db, term: number, credits: number, by: number, reason: string): Promise<void> {
  await db`select from credit_limit where term_id = ${term} for no key update`;
  await db`
    with before as (select credits from credit_limit where term_id = ${term}),
    changed as (
      insert into credit_limit (term_id, credits) values (${term}, ${credits})
      on conflict (term_id) do update set credits = excluded.credits returning credits)
    insert into registration_change (by_person_id, kind, term_id, before, after, reason)
    select ${by}, 'limit', ${term}, (select jsonb_build_object('credits', trim_scale(credits)) from before),
      jsonb_build_object('credits', trim_scale(changed.credits)), ${reason} from changed`;
}

/** Whether there is such an academic year. */
export async function yearExists(db: Db, year: number): Promise<boolean> {
  return (await db`select from academic_year where id = ${year}`).length > 0;
}

/** One page of the students who may take extras in a term, by name, with the latest change of it. */
export async function readExtrasGrants(
  db: Db,
  caller: Caller,
  language: Language,
  of: { year: number; term: number; skip: number },
) {
  return await db<
    {
      id_student: number;
      s_fio: string;
      p20: string;
      granted: boolean;
      by: string | null;
      at: string | null;
      reason: string | null;
    }[]
  >`
    select st.id as id_student, p.full_name as s_fio, coalesce(g.name, '') as p20, true as granted,
      b.full_name as by, c.at, c.reason
    from optional_grant o
    join student st on st.id = o.student_id
    join person p on p.id = st.id
    left join group_student gs on gs.student_id = st.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    left join lateral (
      select c.by_person_id, c.at, c.reason from registration_change c
      where c.student_id = st.id and c.kind in ('granted', 'withdrawn') and (c.after->>'year')::int = ${of.year} and (c.after->>'term')::int = ${of.term}
      order by c.id desc limit 1) c on true
    left join person b on b.id = c.by_person_id
    where o.year_id = ${of.year} and o.term_id = ${of.term} and ${isStudentInRegistrationScope(db, caller)}
    order by p.full_name ${alphabetCollationSql(db, language)}, p.id
    limit ${limits.officePageSize} offset ${of.skip}`;
}

/** What is granted or withdrawn, by whom and why. */
interface Granting {
  readonly year: number;
  readonly term: number;
  readonly granted: boolean;
  readonly by: number;
  readonly reason: string;
}

/** Grants extras of a term to a student or withdraws them, and keeps who did it and why; what is so already stays. */
export async function setExtrasGrant(db: Db, student: OfficeStudent, of: Granting): Promise<void> {
  await changeGrants(db, db`select ${student.id}::bigint as student_id`, of);
}

/** The same for all who are in a group now: how many they are, and for whom it was otherwise. */
export async function setGroupExtrasGrant(db: Db, group: OfficeGroup, of: Granting) {
  const members = db`select student_id from group_student where group_id = ${group.id} and is_current`;
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from (${members}) m`;
  return { students: row?.count ?? 0, changed: await changeGrants(db, members, of) };
}

/** SQL `students`: rows of `student_id`. Gives those for whom it was otherwise. */
async function changeGrants(db: Db, students: Fragment, of: Granting): Promise<number[]> {
  const changed = of.granted
    ? db`insert into optional_grant (student_id, year_id, term_id)
        select m.student_id, ${of.year}, ${of.term} from (${students}) m on conflict do nothing returning student_id`
    : db`delete from optional_grant where student_id in (${students}) and year_id = ${of.year} and term_id = ${of.term}
        returning student_id`;
  const noted = await db<{ id: number }[]>`
    with changed as (${changed})
    insert into registration_change (by_person_id, kind, student_id, after, reason)
    select ${of.by}, ${of.granted ? 'granted' : 'withdrawn'}, student_id,
      jsonb_build_object('year', ${of.year}::int, 'term', ${of.term}::int), ${of.reason} from changed
    returning student_id as id`;
  return noted.map(({ id }) => id);
}
