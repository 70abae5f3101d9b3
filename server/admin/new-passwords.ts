import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { because } from '../auth/why-ended.ts';
import type { Language } from '../core/translations.ts';
import { type FirstPassword, hashFirstPassword, makeFirstPassword, writeList } from '../import/passwords.ts';
import { nameThePlaces } from '../import/people.ts';
import { openReport, type Problem } from '../import/report.ts';

interface Wish {
  readonly sql: Sql;
  readonly logins: readonly string[];
  /** File for the printable list, which must not exist; null: whoever asks shows them. */
  readonly passwords: string | null;
  readonly language?: Language;
}

/** What came of it: problems, or the new passwords. */
interface Given {
  readonly problems: readonly Problem[];
  readonly list: readonly FirstPassword[];
}

/**
 * Gives accounts a new first password in place of a lost one, all or none: their sessions end, the new password must be
 * changed at the first sign-in and stands only in the list.
 */
export async function giveNewPasswords({ sql, logins, passwords, language = 'ru' }: Wish): Promise<Given> {
  const report = openReport(language);
  let written = false;
  try {
    const list = await sql.begin(async (db) => {
      const accounts = await db<{ personId: string; fullName: string; login: string; blocked: boolean }[]>`
        select a.person_id as "personId", p.full_name as "fullName", a.login, a.blocked or p.closed_on is not null as blocked
        from account a join person p on p.id = a.person_id
        where lower(a.login) in (select lower(login) from unnest(${logins as string[]}::text[]) as login)
        order by a.person_id for update of a`;
      const open = new Set(accounts.filter((one) => !one.blocked).map((one) => one.login.toLowerCase()));
      for (const login of logins)
        if (!open.has(login.toLowerCase())) report.mistake('login.nobody', {}, { value: login });
      if (report.mistakes() > 0) return [];
      const fresh = accounts.map((one) => ({ ...one, place: '', password: makeFirstPassword() }));
      const ids = fresh.map((one) => one.personId);
      await db`
        update account a set password_hash = n.hash, must_change = true, slip_until = null, password_version = password_version + 1
        from unnest(${ids}::bigint[],
          ${fresh.map((one) => hashFirstPassword(one.password))}::text[]) as n(id, hash)
        where a.person_id = n.id`;
      await db`delete from forgotten_password where person_id = any(${ids}::bigint[])`;
      await db`delete from session where person_id = any(${ids}::bigint[]) and ${because(db, 'password')}`;
      await db`
        insert into audit (person_id, action)
        select id, 'password.reissued' from unnest(${ids}::bigint[]) as id`;
      const named = await nameThePlaces(db, fresh);
      if (passwords === null) return named;
      written = await writeList(passwords, named, language).then(
        () => true,
        () => false,
      );
      if (written) return named;
      report.mistake('passwords.cannotWrite', {}, { path: passwords });
      throw new TakeBack();
    });
    return { problems: report.problems, list };
  } catch (failure) {
    if (written && passwords !== null) await rm(passwords, { force: true });
    if (!(failure instanceof TakeBack)) throw failure;
    return { problems: report.problems, list: [] };
  }
}

/** Ends the transaction without an error of the database. */
class TakeBack extends Error {}
