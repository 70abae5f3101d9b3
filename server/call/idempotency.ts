import { createHash } from 'node:crypto';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/database.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A repeatable request: who, which call, the client's key, and a hash of all that was sent. */
export interface RepeatableRequest {
  readonly uid: number;
  readonly call: string;
  readonly key: string;
  readonly body: Buffer;
}

/** Reads the Idempotency-Key header; anything but a UUID is 400. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !uuid.test(header)) throw new Refusal('call.invalid', 400);
  return header.toLowerCase();
}

/** One hash for fields and files, so that a key cannot be used for another request. */
export function hashRequestContent(
  fields: unknown,
  files: readonly { name: string; size: number; sha256: string }[] = [],
): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([fields, files.map(({ name, size, sha256 }) => [name, size, sha256])]))
    .digest();
}

/**
 * Does the work of a request, and keeps its answer in the same transaction; a repeat gets the kept one, and nothing is
 * done. Without a key the work is simply done.
 */
export async function runIdempotently(
  db: Db,
  request: RepeatableRequest | null,
  work: () => Promise<unknown>,
): Promise<{ data: unknown; replayed: boolean }> {
  if (!request) return { data: await work(), replayed: false };
  const storedAnswer = await findStoredReply(db, request);
  if (storedAnswer !== null) return { data: storedAnswer, replayed: true };
  const data = await work();
  await storeReply(db, request, data);
  return { data, replayed: false };
}

/**
 * The answer that this request got before, or null when it is the first one. Takes a lock for the transaction:
 * a twin that is still running gives 409 call.stillRunning, the same key with another body 422 call.keyReused.
 */
export async function findStoredReply(db: Db, request: RepeatableRequest): Promise<unknown | null> {
  const [row] = await db<{ isMine: boolean; isSame: boolean | null; reply: string | null }[]>`
    select is_mine as "isMine", is_same as "isSame", reply
    from answered_before(${request.uid}, ${request.call}, ${request.key}, ${request.body})`;
  if (!row?.isMine) throw new Refusal('call.stillRunning', 409);
  if (row.reply === null) return null;
  if (!row.isSame) throw new Refusal('call.keyReused', 422);
  return JSON.parse(row.reply) as unknown;
}

/** Keeps the answer in the call's own transaction. */
export async function storeReply(db: Db, request: RepeatableRequest, data: unknown): Promise<void> {
  await db`
    insert into idempotency_key (person_id, call, key, body_hash, reply)
    values (${request.uid}, ${request.call}, ${request.key}, ${request.body}, ${JSON.stringify(data)})
    on conflict (person_id, call, key) do update
      set body_hash = excluded.body_hash, reply = excluded.reply, at = now()`;
}

/** Removes the answers that no repeat may ask for any more. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db`delete from idempotency_key where at < now() - interval '24 hours'`;
}
