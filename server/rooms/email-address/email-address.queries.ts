import type { Output } from '@bilim/contract/call.ts';
import type { emailAddress } from '@bilim/contract/email-address.ts';
import { notifyFormerAddress } from '../../auth/methods/mail.queries.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { defaultNotificationChoices } from '../../delivery/choices.ts';
import type { SignedMailAddress } from '../../delivery/mail-keys.ts';
import { confirmationLifetime } from '../../delivery/mail-sending.queries.ts';

type Settings = Output<typeof emailAddress.settings>[number];

/** A person's address, and what became of it. */
export async function readMailSettings(db: Db, uid: number, isThere: boolean): Promise<Settings[]> {
  if (!isThere) return [{ isThere, address: null, isConfirmed: false, isDead: false }];
  const [row] = await db<Omit<Settings, 'isThere'>[]>`
    select address, confirmed_at is not null as "isConfirmed", dead_at is not null as "isDead"
    from mail_address where person_id = ${uid}`;
  return [{ isThere, address: null, isConfirmed: false, isDead: false, ...row }];
}

/** Whether a code for a forgotten password goes to a confirmed address of this person, other than `unless`. */
export async function hasConfirmedAddress(db: Db, uid: number, unless: string | null): Promise<boolean> {
  const [row] = await db`
    select from mail_address
    where person_id = ${uid} and confirmed_at is not null and address is distinct from ${unless}`;
  return row !== undefined;
}

/**
 * Puts an address in the place of the one that was there, and writes the mail that asks for its confirmation. What is
 * confirmed already and arrives stays as it is.
 */
export async function storeMailAddress(db: Db, uid: number, address: string, language: Language): Promise<void> {
  await notifyFormerAddress(db, uid, address);
  await db`
    with put as (
      insert into mail_address as m (person_id, address, asked_at, language)
      values (${uid}, ${address}, now(), ${language})
      on conflict on constraint mail_address_pkey do update set address = excluded.address, asked_at = excluded.asked_at,
        language = excluded.language, confirmed_at = null, failures = 0, dead_at = null
        where m.address <> excluded.address or m.confirmed_at is null or m.dead_at is not null
      returning *)
    insert into notification_outbox (person_id, topic, thing, address, due_at)
    select person_id, 'confirm', (extract(epoch from asked_at) * 1000000)::bigint, address, now() from put`;
}

/**
 * The address that a link in a mail is about, locked; null: there is none. Only a fresh link confirms it, and not
 * while the person may not sign in: a code for a forgotten password would go there when they come back.
 */
export async function lockMailAddress(
  db: Db,
  person: number,
): Promise<(SignedMailAddress & { mayConfirm: boolean }) | null> {
  const [row] = await db<(SignedMailAddress & { mayConfirm: boolean })[]>`
    select person_id as person, address, (extract(epoch from asked_at) * 1000000)::bigint as asked,
      asked_at > now() - ${confirmationLifetime}::interval
        and person_id in (select person_id from open_account) as "mayConfirm"
    from mail_address where person_id = ${person} for update`;
  return row ?? null;
}

/** False: it was confirmed before. */
export async function confirmMailAddress(db: Db, person: number): Promise<boolean> {
  const confirmed = await db`
    update mail_address set confirmed_at = now() where person_id = ${person} and confirmed_at is null`;
  return confirmed.count === 1;
}

/** No topic comes by mail any more. */
export async function disableMail(db: Db, person: number): Promise<void> {
  await db`
    insert into notification_setting (person_id, push, mail) values (${person}, ${[...defaultNotificationChoices.push]}, '{}')
    on conflict on constraint notification_setting_pkey do update set mail = '{}'`;
}
