import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { nameColumn } from '../../university/university.queries.ts';

export interface AccountRow {
  uid: number;
  hash: string;
  /** Blocked by hand, closed because the person left, or the password of a slip whose time is over. */
  blocked: boolean;
}

/** The account of a login, in any case of letters. */
export async function findAccountByLogin(db: Db, login: string): Promise<AccountRow | null> {
  const [row] = await db<AccountRow[]>`
    select a.person_id as uid, a.password_hash as hash, a.blocked or p.closed_on is not null or coalesce(a.slip_until < now(), false) as blocked
    from account a join person p on p.id = a.person_id where lower(a.login) = lower(${login})`;
  return row ?? null;
}

/** Name and logo of the university in a language; the product's own while none was imported. */
export async function readUniversityBranding(db: Db, language: Language) {
  const [row] = await db<{ logo: string; width: number; name: string; fontsize: number }[]>`
    select '/lms/public/' || logo as logo, logo_width as width, ${nameColumn(db, 'u', language)} as name, font_size as fontsize from university u`;
  return row ?? { logo: '/lms/public/logo.svg', width: 40, name: 'Bilim', fontsize: 18 };
}

/** Name and logo of the university in each language. */
export async function readUniversityBrandings(db: Db) {
  const [ru, kg, en] = await Promise.all([
    readUniversityBranding(db, 'ru'),
    readUniversityBranding(db, 'kg'),
    readUniversityBranding(db, 'en'),
  ]);
  return { ru, kg, en };
}
