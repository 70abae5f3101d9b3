import { rm } from 'node:fs/promises';
import { type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import type { Sql } from 'postgres';
import type { RemovedMethods } from '../auth/methods/sign-in-methods.queries.ts';
import type { Language } from '../core/translations.ts';
import {
  type FirstPasswordRow,
  generateFirstPassword,
  hashFirstPassword,
  toPasswordListErrorCode,
  writePasswordList,
} from '../import/passwords.ts';
import { addPasswordListPlaces } from '../import/people.ts';
import { createImportReport, type ImportFault } from '../import/report.ts';
import { type AccountResetOptions, revokeAllAccess } from './accounts.queries.ts';

interface Options {
  readonly sql: Sql;
  readonly logins: readonly string[];
  /** File for the printable list, which must not exist; null: whoever asks shows them. */
  readonly passwords: string | null;
  /** Where people sign in; null where the settings do not say. */
  readonly address?: string | null;
  readonly language?: Language;
  /** What else goes with the old password. */
  readonly reset: AccountResetOptions;
}

/** What came of it: problems, or the new passwords. */
interface NewPasswordsResult {
  readonly problems: readonly ImportFault[];
  readonly list: readonly FirstPasswordRow[];
  /** What else was removed of all of them. */
  readonly removed: RemovedMethods;
}

/**
 * Gives accounts a new first password in place of a lost one, all or none: their sessions end, the new password must be
 * changed at the first sign-in and is only in the list.
 */
export async function issueNewPasswords({
  sql,
  logins,
  passwords,
  address = null,
  language = 'ru',
  reset,
}: Options): Promise<NewPasswordsResult> {
  const report = createImportReport(language);
  let written = false;
  const removed: Partial<Record<SignInMethod, number>> = {};
  try {
    const list = await sql.begin(async (db) => {
      const accounts = await db<{ personId: string; fullName: string; login: string; blocked: boolean }[]>`
        select a.person_id as "personId", p.full_name as "fullName", a.login, a.blocked or p.closed_on is not null as blocked
        from account a join person p on p.id = a.person_id
        where lower(a.login) in (select lower(login) from unnest(${logins as string[]}::text[]) as login)
        order by a.person_id for update of a`;
      const open = new Set(accounts.filter((one) => !one.blocked).map((one) => one.login.toLowerCase()));
      for (const login of logins)
        if (!open.has(login.toLowerCase())) report.error('login.nobody', {}, { value: login });
      if (report.errorCount() > 0) return [];
      const fresh = accounts.map((one) => ({ ...one, place: '', password: generateFirstPassword() }));
      const ids = fresh.map((one) => one.personId);
      await db`
        update account a set password_hash = n.hash, must_change = true, slip_until = null, password_version = password_version + 1
        from unnest(${ids}::bigint[],
          ${fresh.map((one) => hashFirstPassword(one.password))}::text[]) as n(id, hash)
        where a.person_id = n.id`;
      for (const id of ids) {
        const one = await revokeAllAccess(db, Number(id), reset, { why: 'password', change: 'reset' });
        for (const method of signInMethods)
          if (one.removed[method]) removed[method] = (removed[method] ?? 0) + one.removed[method];
      }
      await db`
        insert into audit (person_id, action)
        select id, 'password.reissued' from unnest(${ids}::bigint[]) as id`;
      const named = await addPasswordListPlaces(db, fresh);
      if (passwords === null) return named;
      try {
        await writePasswordList(passwords, named, { language, address });
      } catch (failure) {
        report.error(toPasswordListErrorCode(failure), {}, { path: passwords });
        throw new Rollback();
      }
      written = true;
      return named;
    });
    return { problems: report.problems, list, removed };
  } catch (failure) {
    if (written && passwords !== null) await rm(passwords, { force: true });
    if (!(failure instanceof Rollback)) throw failure;
    return { problems: report.problems, list: [], removed: {} };
  }
}

/** Ends the transaction without an error of the database. */
class Rollback extends Error {}
