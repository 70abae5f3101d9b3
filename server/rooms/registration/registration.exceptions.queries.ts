import type { Output } from '@bilim/contract/call.ts';
import { limits } from '@bilim/contract/limits.ts';
import type { registrationExceptions } from '@bilim/contract/registration-exceptions.ts';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isStudentInRegistrationScope } from '../../university/contacts.access.ts';
import { alphabetCollationSql } from '../../university/university.queries.ts';
import type { OfficeStudent } from './registration.office.access.ts';

/** One page of the students with a limit of their own in a term: who is beyond it first, then by name. */
export async function readCreditLimitExceptions(
  db: Db,
  caller: Caller,
  language: Language,
  of: { year: number; term: number; skip: number },
): Promise<Output<typeof registrationExceptions.officeExceptions>> {
  return await db<Output<typeof registrationExceptions.officeExceptions>>`
    select st.id as id_student, p.full_name as s_fio, coalesce(g.name, '') as p20, x.credits as "creditLimit",
      r.credits, b.full_name as by, c.at, c.reason
    from credit_exception x
    join student st on st.id = x.student_id
    join person p on p.id = st.id
    left join group_student gs on gs.student_id = st.id and gs.is_current
    left join study_group g on g.id = gs.group_id
    cross join lateral (
      select coalesce(sum(r.credits), 0) as credits from registration r
      where r.student_id = st.id and r.year_id = x.year_id and r.term_id = x.term_id) r
    left join lateral (
      select c.by_person_id, c.at, c.reason from registration_change c
      where c.student_id = st.id and c.kind = 'excepted'
        and (c.after->>'year')::int = x.year_id and (c.after->>'term')::int = x.term_id
      order by c.id desc limit 1) c on true
    left join person b on b.id = c.by_person_id
    where x.year_id = ${of.year} and x.term_id = ${of.term} and ${isStudentInRegistrationScope(db, caller)}
    order by r.credits > x.credits desc, p.full_name ${alphabetCollationSql(db, language)}, p.id
    limit ${limits.officePageSize} offset ${of.skip}`;
}

/**
 * Locks the student as a save of theirs does: whichever comes second sees what the first has done, and no seat is judged
 * by a limit that is being changed.
 */
async function lock(db: Db, student: OfficeStudent): Promise<void> {
  await db`select from student where id = ${student.id} for no key update`;
}

/** Gives a student a limit of their own and keeps who did it and why; the same one again changes nothing. */
export async function grantCreditLimitException(
  db: Db,
  student: OfficeStudent,
  of: { year: number; term: number; credits: number },
  by: number,
  reason: string,
): Promise<void> {
  await lock(db, student);
  await db`
    with before as (
      select credits from credit_exception
      where student_id = ${student.id} and year_id = ${of.year} and term_id = ${of.term}),
    usual as (select credits from credit_limit where term_id = ${of.term}),
    changed as (
      insert into credit_exception (student_id, year_id, term_id, credits)
      values (${student.id}, ${of.year}, ${of.term}, ${of.credits})
      on conflict on constraint credit_exception_pkey do update set credits = excluded.credits
        where credit_exception.credits <> excluded.credits
      returning student_id, credits)
    insert into registration_change (by_person_id, kind, student_id, before, after, reason)
    select ${by}, 'excepted', student_id,
      jsonb_build_object('credits', trim_scale(coalesce((select credits from before), (select credits from usual)))),
      jsonb_build_object('year', ${of.year}::int, 'term', ${of.term}::int, 'credits', trim_scale(credits)), ${reason}
    from changed`;
}

/** Takes a student's own limit back and keeps who did it and why; without one nothing changes. */
export async function endCreditLimitException(
  db: Db,
  student: OfficeStudent,
  of: { year: number; term: number },
  by: number,
  reason: string,
): Promise<void> {
  await lock(db, student);
  await db`
    with ended as (
      delete from credit_exception
      where student_id = ${student.id} and year_id = ${of.year} and term_id = ${of.term} returning student_id, credits)
    insert into registration_change (by_person_id, kind, student_id, before, after, reason)
    select ${by}, 'exceptionEnded', student_id, jsonb_build_object('credits', trim_scale(credits)),
      jsonb_build_object('year', ${of.year}::int, 'term', ${of.term}::int,
        'credits', (select trim_scale(l.credits) from credit_limit l where l.term_id = ${of.term})), ${reason}
    from ended`;
}
