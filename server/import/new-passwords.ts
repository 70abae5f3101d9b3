import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import type { Language } from '../core/translations.ts';
import { hashFirstPassword, makeFirstPassword, writeList } from './passwords.ts';
import { nameThePlaces } from './people.ts';
import { openReport, type Problem } from './report.ts';

interface Wish {
  readonly sql: Sql;
  readonly logins: readonly string[];
  /** File for the printable list; it must not exist. */
  readonly passwords: string;
  readonly language?: Language;
}

/**
 * Gives accounts a new first password in place of a lost one, all or none: their sessions end, the new password must be
 * changed at the first sign-in and stands only in the list.
 */
export async function giveNewPasswords({ sql, logins, passwords, language = 'ru' }: Wish): Promise<Problem[]> {
  const report = openReport(language);
  let written = false;
  try {
    await sql.begin(async (db) => {
      const accounts = await db<{ personId: string; fullName: string; login: string; blocked: boolean }[]>`
        select a.person_id as "personId", p.full_name as "fullName", a.login, a.blocked or p.closed_on is not null as blocked
        from account a join person p on p.id = a.person_id
        where lower(a.login) in (select lower(login) from unnest(${logins as string[]}::text[]) as login)
        order by a.person_id for update of a`;
      const open = new Set(accounts.filter((one) => !one.blocked).map((one) => one.login.toLowerCase()));
      for (const login of logins)
        if (!open.has(login.toLowerCase())) report.mistake('login.nobody', {}, { value: login });
      if (report.mistakes() > 0) return;
      const list = accounts.map((one) => ({ ...one, place: '', password: makeFirstPassword() }));
      await db`
        update account a set password_hash = n.hash, must_change = true, password_version = password_version + 1
        from unnest(${list.map((one) => one.personId)}::bigint[],
          ${list.map((one) => hashFirstPassword(one.password))}::text[]) as n(id, hash)
        where a.person_id = n.id`;
      await db`delete from session where person_id = any(${list.map((one) => one.personId)}::bigint[])`;
      await db`
        insert into audit (person_id, action)
        select id, 'password.reissued' from unnest(${list.map((one) => one.personId)}::bigint[]) as id`;
      const named = await nameThePlaces(db, list);
      written = await writeList(passwords, named, language).then(
        () => true,
        () => false,
      );
      if (written) return;
      report.mistake('passwords.cannotWrite', {}, { path: passwords });
      throw new TakeBack();
    });
  } catch (failure) {
    if (written) await rm(passwords, { force: true });
    if (!(failure instanceof TakeBack)) throw failure;
  }
  return report.problems;
}

/** Ends the transaction without an error of the database. */
class TakeBack extends Error {}
