import type { Output } from '@bilim/contract/call.ts';
import type { notificationSettings } from '@bilim/contract/notification-settings.ts';
import type { Fragment } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import { defaultNotificationChoices } from '../../delivery/choices.ts';
import { wireTimestampSql } from '../../university/university.queries.ts';

type Settings = Output<typeof notificationSettings.settings>[number];

/** The choices, devices and the portal's key of a person. */
export async function readNotificationSettings(
  db: Db,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
): Promise<Settings[]> {
  return await db<Settings[]>`
    select coalesce(c.is_off, false) as "isOff", coalesce(c.push, ${[...defaultNotificationChoices.push]}::text[]) as push,
      coalesce(c.mail, ${[...defaultNotificationChoices.mail]}::text[]) as mail, coalesce(c.mail_at_once, false) as "mailAtOnce",
      coalesce(c.is_quiet, true) as "isQuiet",
      to_char(coalesce(c.quiet_from, '22:00'), 'HH24:MI') as "quietFrom",
      to_char(coalesce(c.quiet_to, '07:00'), 'HH24:MI') as "quietTo",
      coalesce(c.is_open, false) as "isOpen", k.public as "pushKey",
      coalesce((
        select jsonb_agg(jsonb_build_object('id_device', d.id, 'agent', d.agent, 'added', ${wireTimestampSql(db, 'd.created_at')},
            'told', ${wireTimestampSql(db, 'd.notified_at')}, 'isThis', d.session_id = ${sessionId}) order by d.id desc)
        from push_device d where d.person_id = ${uid}), '[]') as devices
    from push_key k left join notification_setting c on c.person_id = ${uid}`;
}

/** Locks a person's account, so that two of their tabs change one after the other. */
export async function lockAccount(db: Db, uid: number): Promise<void> {
  await db`select from account where person_id = ${uid} for update`;
}

/** Changes a person's choices, from the standard when none was made before; `change` is what a `set` takes. */
async function change(db: Db, uid: number, columns: Fragment): Promise<void> {
  await db`
    insert into notification_setting (person_id, push, mail)
    values (${uid}, ${[...defaultNotificationChoices.push]}, ${[...defaultNotificationChoices.mail]}) on conflict do nothing`;
  await db`update notification_setting set ${columns} where person_id = ${uid}`;
}

/** Puts a topic into what comes by one way, or takes it out. */
export async function setTopicChoice(
  db: Db,
  uid: number,
  { topic, way, on }: { topic: string; way: 'push' | 'mail'; on: boolean },
): Promise<void> {
  const without = db`array_remove(${db(way)}, ${topic})`;
  await change(db, uid, on ? db`${db(way)} = array_append(${without}, ${topic})` : db`${db(way)} = ${without}`);
}

/** How it comes; null stays as it is. */
export interface DeliveryChoices {
  readonly isOff: boolean | null;
  readonly mailAtOnce: boolean | null;
  readonly isOpen: boolean | null;
  readonly isQuiet: boolean | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

export async function setDeliveryChoices(db: Db, uid: number, to: DeliveryChoices): Promise<void> {
  await change(
    db,
    uid,
    db`is_off = coalesce(${to.isOff}, is_off), mail_at_once = coalesce(${to.mailAtOnce}, mail_at_once),
      is_open = coalesce(${to.isOpen}, is_open), is_quiet = coalesce(${to.isQuiet}, is_quiet),
      quiet_from = coalesce(${to.quietFrom}::time, quiet_from), quiet_to = coalesce(${to.quietTo}::time, quiet_to)`,
  );
}

/** What a browser gave for push messages (RFC 8030, 8291). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/**
 * Tells this session's device from now on, and no other one of the same session; a device belongs to who had it last. A
 * person has at most ten sessions (auth/session.ts), and so at most ten devices.
 */
export async function storeDevice(
  db: Db,
  { uid, sessionId }: Caller,
  { endpoint, p256dh, auth }: PushSubscription,
  { agent, language }: { agent: string | null; language: Language },
): Promise<void> {
  await db`delete from push_device where session_id = ${sessionId} and endpoint <> ${endpoint}`;
  // Whoever had it before is not notified there any more: what waits for them at this device goes with the row.
  await db`delete from push_device where endpoint = ${endpoint} and person_id <> ${uid}`;
  await db`
    insert into push_device (session_id, person_id, endpoint, p256dh, auth, agent, language)
    values (${sessionId}, ${uid}, ${endpoint}, ${p256dh}, ${auth}, ${agent?.slice(0, 300) ?? null}, ${language})
    on conflict on constraint push_device_endpoint do update set session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, agent = excluded.agent, language = excluded.language`;
}

/** The device of this session, and the person's mailbox, are notified in this language. */
export async function setNotificationLanguage(db: Db, { uid, sessionId }: Caller, language: Language): Promise<void> {
  await db`update push_device set language = ${language} where session_id = ${sessionId}`;
  await db`update mail_address set language = ${language} where person_id = ${uid}`;
}

/** Tells one device of a person nothing more; false: the person has no such device. */
export async function deleteDevice(db: Db, uid: number, id: number): Promise<boolean> {
  const gone = await db`delete from push_device where id = ${id} and person_id = ${uid}`;
  return gone.count > 0;
}
