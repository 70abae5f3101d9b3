import type { Db } from '../database/database.ts';

/** The pair of keys by which push services know this portal, base64url (RFC 8292). */
export interface PushKeys {
  readonly public: string;
  readonly private: string;
}

/** Stores a new pair of keys unless there is one: a device that subscribed with one key takes messages of no other. */
export async function storePushKeys(db: Db, made: PushKeys): Promise<void> {
  await db`insert into push_key (public, private) values (${made.public}, ${made.private}) on conflict do nothing`;
}

/** The key pair for push messages, made at the first start. */
export async function readPushKeys(db: Db): Promise<PushKeys> {
  const [keys] = await db<PushKeys[]>`select public, private from push_key`;
  if (!keys) throw new Error('the keys of push messages are missing');
  return keys;
}

/** Whether there is a pair. */
export async function hasPushKeys(db: Db): Promise<boolean> {
  return (await db`select from push_key`).length > 0;
}
