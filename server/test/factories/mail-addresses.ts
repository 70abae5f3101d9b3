import type { Db } from '../../database/database.ts';
import { type PersonReference, personIdFragment } from './person-reference.ts';

/** Gives somebody a mail address of their own, in the place of an earlier one; confirmed, unless said otherwise. */
export async function setMailAddress(
  db: Db,
  who: PersonReference,
  address: string,
  { language = 'ru', isConfirmed = true }: { readonly language?: string; readonly isConfirmed?: boolean } = {},
): Promise<void> {
  await db`
    insert into mail_address (person_id, address, asked_at, confirmed_at, language)
    values (${personIdFragment(db, who)}, ${address}, now(), ${isConfirmed ? db`now()` : null}, ${language})
    on conflict (person_id) do update set address = excluded.address, confirmed_at = excluded.confirmed_at, dead_at = null`;
}
