import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { isMemberAt } from '../../university/courses.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';

/** The services that are shown. */
export async function readPaidServices(db: Db, language: Language) {
  return await db<{ id_uslug: number; name: string }[]>`
    select s.id as id_uslug, ${nameColumn(db, 's', language)} as name from paid_service s
    where s.visible order by ${nameColumn(db, 's', language)} ${alphabetCollationSql(db, language)}, s.id limit 99`;
}

/** A student's groups in an academic year, which lasts from September to August. */
export async function readGroupsOfYear(db: Db, caller: Caller, year: number) {
  return await db<{ id_group: number; p20: string }[]>`
    select distinct g.id as id_group, g.name as p20
    from group_student member
    join study_group g on g.id = member.group_id
    join speciality s on s.id = g.speciality_id
    where member.student_id = ${caller.uid}
      and exists (select from academic_year where id = ${year})
      and ${year} between g.admission_year and g.admission_year + s.years
      and ${isMemberAt(db, { from: db`make_date(2000 + ${year}::int, 9, 1)`, to: db`make_date(2001 + ${year}::int, 8, 31)` })}
    order by g.name limit 20`;
}

/** A visible service's number, or null. */
export async function readServiceNumber(db: Db, id: number): Promise<number | null> {
  const [row] = await db<{ number: number }[]>`select number from paid_service where id = ${id} and visible`;
  return row?.number ?? null;
}

/** Keeps a code that is given out for the first time; gives the one that is kept. */
export async function storePaymentCode(
  db: Db,
  code: { account: string; student: number; service: number; year: number; group: number },
): Promise<string> {
  await db`
    insert into payment_code (account, student_id, service_id, year_id, group_id)
    values (${code.account}, ${code.student}, ${code.service}, ${code.year}, ${code.group})
    on conflict (student_id, service_id, year_id) do nothing`;
  const [row] = await db<{ account: string }[]>`
    select account from payment_code
    where student_id = ${code.student} and service_id = ${code.service} and year_id = ${code.year}`;
  if (!row) throw new Error('a payment code was not stored');
  return row.account;
}
