import { hasExternalPasswordSql } from '../../auth/external-password.queries.ts';
import { endPendingSignIns } from '../../auth/pending-sign-ins.queries.ts';
import { setSessionEndReasonSql } from '../../auth/session-end.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { passwordCodeLifetime } from '../../delivery/mail-sending.queries.ts';
import { nameColumn } from '../../university/university.queries.ts';

/** So often a day may be asked for one name. */
const timesADay = 3;
/** So many wrong codes, and the code is void. */
const maxAttempts = 5;

/** An open account of somebody whose password is kept here, by the login in any case of letters. */
const account = (db: Db, login: string) => db`
  select a.person_id, a.login, a.password_hash from account a join person p on p.id = a.person_id
  where lower(a.login) = lower(${login}) and not a.blocked and p.closed_on is null
    and not ${hasExternalPasswordSql(db)}`;

/**
 * Writes down that somebody asked, and has a code sent where there is a confirmed address. Nothing happens for a name that
 * is nobody's, or was asked for three times today. Gives whether anything was written.
 */
export async function storePasswordRequest(
  db: Db,
  login: string,
  { sendsCodes, language }: { sendsCodes: boolean; language: Language },
): Promise<boolean> {
  // A reset that runs ends what is asked for before it, or takes the address away to which a code would be sent.
  const [locked] = await db<object[]>`${account(db, login)} for update of a`;
  if (!locked) return false;
  const { count } = await db`
    insert into forgotten_password as f (person_id)
    select a.person_id from (${account(db, login)}) a
    on conflict (person_id) do update set asked_at = now(),
      times = case when f.asked_at > now() - interval '1 day' then f.times + 1 else 1 end
      where f.times < ${timesADay} or f.asked_at < now() - interval '1 day'`;
  if (!sendsCodes) return count > 0;
  await db`
    with coded as (
      update forgotten_password f set code_at = now(), tries = 0
      from (${account(db, login)}) a
      join mail_address m on m.person_id = a.person_id and m.confirmed_at is not null and m.dead_at is null
      where f.person_id = a.person_id and f.asked_at = now()
      returning f.person_id, m.address, f.code_at)
    insert into notification_outbox (person_id, topic, thing, address, language, due_at)
    select person_id, 'forgotten', (extract(epoch from code_at) * 1000000)::bigint, address, ${language}, now() from coded`;
  return count > 0;
}

/** Somebody whose code may be tried. */
export interface CodeHolder {
  readonly person: number;
  readonly login: string;
  readonly fullName: string;
  /** The moment of the code in microseconds. */
  readonly asked: number;
}

/** Counts a try of somebody's code and returns its moment; null: there is none, or it is over. */
export async function recordCodeAttempt(db: Db, login: string): Promise<CodeHolder | null> {
  const [row] = await db<CodeHolder[]>`
    update forgotten_password f set tries = f.tries + 1
    from (${account(db, login)}) a join person p on p.id = a.person_id
    where f.person_id = a.person_id and f.code_at > now() - ${passwordCodeLifetime}::interval and f.tries < ${maxAttempts}
    returning f.person_id as person, a.login, p.full_name as "fullName",
      (extract(epoch from f.code_at) * 1000000)::bigint as asked`;
  return row ?? null;
}

/** Puts a new password in force by a code, once; sessions and pending sign-ins end, and the second step is asked for everywhere. */
export async function setPasswordByCode(db: Db, { person, asked }: CodeHolder, hash: string): Promise<boolean> {
  const taken = await db`
    delete from forgotten_password
    where person_id = ${person} and (extract(epoch from code_at) * 1000000)::bigint = ${asked}`;
  if (taken.count !== 1) return false;
  await db`
    update account set password_hash = ${hash}, must_change = false, slip_until = null,
      password_version = password_version + 1
    where person_id = ${person}`;
  await db`delete from session where person_id = ${person} and invented is null and ${setSessionEndReasonSql(db, 'password')}`;
  await endPendingSignIns(db, [person]);
  return true;
}

/** Whom to ask, faculty by faculty, as far as they have said it. */
export async function readAvailableHelpTexts(db: Db, language: Language): Promise<{ faculty: string; text: string }[]> {
  return await db<{ faculty: string; text: string }[]>`
    select ${nameColumn(db, 'f', language)} as faculty, ${db(`text_${language}`)} as text
    from password_help h join faculty f on f.id = h.faculty_id order by f.short`;
}

interface Texts {
  id_faculty: number;
  faculty: string;
  text_ru: string;
  text_kg: string;
  text_en: string;
}

/** The texts of these faculties (null: of all), also of those that have said nothing. */
export async function readPasswordHelpTexts(db: Db, faculties: readonly number[] | null): Promise<Texts[]> {
  return await db<Texts[]>`
    select f.id as id_faculty, f.short as faculty, coalesce(h.text_ru, '') as text_ru, coalesce(h.text_kg, '') as text_kg,
      coalesce(h.text_en, '') as text_en
    from faculty f left join password_help h on h.faculty_id = f.id
    where ${faculties ? db`f.id = any (${faculties as number[]}::int[])` : db`true`} order by f.short`;
}

/** Sets the text of a faculty, or takes it away; false: there is no such faculty. */
export async function setPasswordHelp(
  db: Db,
  { faculty, ru, kg, en, by }: { faculty: number; ru: string; kg: string; en: string; by: number },
): Promise<boolean> {
  const [there] = await db`select from faculty where id = ${faculty}`;
  if (!there) return false;
  if (!ru) await db`delete from password_help where faculty_id = ${faculty}`;
  else
    await db`
      insert into password_help (faculty_id, text_ru, text_kg, text_en, by_id)
      values (${faculty}, ${ru}, ${kg || ru}, ${en || ru}, ${by})
      on conflict (faculty_id) do update set text_ru = excluded.text_ru, text_kg = excluded.text_kg,
        text_en = excluded.text_en, by_id = excluded.by_id, at = now()`;
  return true;
}
