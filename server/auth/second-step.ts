import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { Database, Db } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import type { VerifiedIdentity } from './apply-identity.ts';
import type { EnrolledFactors } from './enrolled-factors.queries.ts';
import { maxKeyLength, readKeyCookie, rowKeyCookieDefinitions } from './key-cookies.ts';
import type { LinkedAccount } from './linked-account.ts';
import { readCookieValues } from './own-cookies.ts';
import { computeSlowHash } from './password.ts';
import { type Caller, type SessionStore, sha256 } from './session.ts';
import { authenticatorSeedPurpose, type Vault } from './vault.ts';

/** RFC 6238 with what every app takes for granted. */
const figures = 6;
const stepSeconds = 30;
/** Steps before and after the present one that count: a telephone's clock is seldom right. */
const slack = 1;
/**
 * Wrong codes of an account in an hour after which two codes in a row are asked for: one has six figures, three are valid
 * at a time, and whoever tries them knows the password. A pair is hit once in 10¹² / 3 (RFC 4226, 7.4: a sequence of
 * values is harder to forge than one).
 */
export const failuresBeforeCodePairRequired = 20;
const secretBytes = 20;
const recoveryCodes = 10;
const recoveryLength = 10;
/** No letter that could be taken for another sign. */
const recoverySigns = 'abcdefghjkmnpqrstuvwxyz23456789';
/** The second step may be tried so often and so long. */
const maxAttempts = 5;
const waitsFor = '5 minutes';
const restsFor = '30 days';
const restDays = 30;
const pendingCookie = rowKeyCookieDefinitions.secondStep.name;
const restCookie = 'rest';

/** Whether whoever holds a permission, or does not, has to show a second step by the setting. */
export function isSecondStepDemanded({ secondStep }: Pick<Settings, 'secondStep'>, holds: boolean): boolean {
  return secondStep === 'all' || (secondStep === 'permissions' && holds);
}

/**
 * Whether the password alone is not enough: codes are set up, or a second step is demanded and a passkey could be shown. A
 * passkey that nobody demands is a shorter way in and makes no other longer.
 */
export function requiresSecondStep(
  settings: Pick<Settings, 'secondStep'>,
  { hasCodes, hasPasskey, holds }: EnrolledFactors,
): boolean {
  return hasCodes || (hasPasskey && isSecondStepDemanded(settings, holds));
}

/** Whether this session has to set up a second step, or to show the one that there is, before anything else. */
export function isSecondStepMissing(settings: Pick<Settings, 'secondStep'>, caller: Caller): boolean {
  return !caller.isProvenTwice && isSecondStepDemanded(settings, caller.permissions.length > 0);
}

/** The driver sends no lists of bytes. */
const asHex = (bytes: Buffer): string => bytes.toString('hex');

/** What was typed as a code, without what people put between its signs. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** The first factor of a pending sign-in: a linked account, and what of it is still to be applied; null: the password. */
interface FirstFactor {
  readonly linked: LinkedAccount | null;
  readonly identity: VerifiedIdentity | null;
}

/** Leaves a sign-in open for its second step: its cookie opens that alone. */
export async function beginSecondStep(
  db: Db,
  { sessions, reply }: { sessions: SessionStore; reply: FastifyReply },
  { uid, shared, linked, identity }: Partial<FirstFactor> & { readonly uid: number; readonly shared: boolean },
): Promise<void> {
  const key = randomBytes(32).toString('base64url');
  await db`
    insert into pending_second_step (hash, person_id, shared, linked_account, identity, expires_at)
    values (${sha256(key)}, ${uid}, ${shared}, ${linked ? db.json({ ...linked }) : null},
      ${identity ? JSON.stringify(identity) : null}::text::jsonb, now() + ${waitsFor}::interval)`;
  reply.setCookie(sessions.cookieNameOf(pendingCookie), key, { ...sessions.cookie(null), maxAge: 300 });
}

/** Ends the waiting of somebody who has shown the second step; null: they do not wait in this browser, or no more. */
export async function endPendingSecondStep(db: Db, hash: Buffer, uid: number): Promise<FirstFactor | null> {
  const [row] = await db<FirstFactor[]>`
    delete from pending_second_step where hash = ${hash} and person_id = ${uid} and expires_at > now()
    returning linked_account as linked, identity`;
  return row ?? null;
}

/** The hash of the cookie of a sign-in that waits; null: there is none. */
export function readPendingSecondStepHash(sessions: SessionStore, request: FastifyRequest): Buffer | null {
  const key = readKeyCookie(request, sessions.cookieNameOf(pendingCookie));
  return key === null ? null : sha256(key);
}

/** Hashes of all keys that a browser sends by a name, as text: another site of the same domain may have put one before ours. */
const keysNamed = (sessions: SessionStore, request: FastifyRequest, name: string): string[] =>
  readCookieValues(request, sessions.cookieNameOf(name))
    .filter((key) => key.length <= maxKeyLength)
    .map((key) => asHex(sha256(key)));

/** The sign-in has completed or was cancelled. */
export function clearPendingSecondStepCookie(sessions: SessionStore, reply: FastifyReply): void {
  reply.clearCookie(sessions.cookieNameOf(pendingCookie), { ...sessions.cookie(null) });
}

/** Somebody whose sign-in waits for the second step. */
interface PendingSecondStep extends FirstFactor {
  readonly uid: number;
  readonly fullName: string;
  readonly shared: boolean;
  /** What the second step may be. */
  readonly codes: boolean;
  readonly passkey: boolean;
}

/** The sign-in that waits for its second step, by the hash of its cookie; null: it has ended. */
export async function findPendingSecondStep(db: Db, hash: Buffer): Promise<PendingSecondStep | null> {
  const [row] = await db<PendingSecondStep[]>`
    select w.person_id as uid, p.full_name as "fullName", w.shared, w.linked_account as linked, w.identity,
      a.second_step_since is not null as codes, exists (select from passkey k where k.person_id = w.person_id) as passkey
    from pending_second_step w
    join open_account o on o.person_id = w.person_id
    join account a on a.person_id = w.person_id
    join person p on p.id = w.person_id
    where w.hash = ${hash} and w.expires_at > now()`;
  return row ?? null;
}

/** What wrong codes of an app count as. */
const secondStepThrottleKey = (uid: number): string => `second|${uid}`;
/** What wrong recovery codes count as: nobody guesses one, so that those of an app keep none out. */
const recoveryThrottleKey = (uid: number): string => `recovery|${uid}`;
/** What a wrong code of either kind counts as. */
export const codeThrottleKey = (uid: number, code: string): string =>
  hasAppCodeFormat(code) ? secondStepThrottleKey(uid) : recoveryThrottleKey(uid);
/** Everything that wrong codes of a person count as. */
export const codeThrottleKeys = (uid: number): string[] => [secondStepThrottleKey(uid), recoveryThrottleKey(uid)];

/** What became of a code: taken, wrong, or too late for any. */
export type CodeResult = 'right' | 'wrong' | 'over';

/**
 * Looks at a code for a sign-in that waits, and counts it; after the right one no other is looked at, and `endPendingSecondStep` takes the
 * sign-in once: what ends it until then counts. The account is locked before. To be committed whatever comes out.
 */
export async function verifySecondStepCode(db: Db, vault: Vault, hash: Buffer, code: ParsedCode): Promise<CodeResult> {
  const [row] = await db<{ uid: number; tries: number }[]>`
    select person_id as uid, tries from pending_second_step where hash = ${hash} and expires_at > now() for update`;
  if (!row || row.tries >= maxAttempts) return 'over';
  if (await consumeSecondStepCode(db, vault, row.uid, code)) {
    await db`update pending_second_step set tries = ${maxAttempts} where hash = ${hash}`;
    return 'right';
  }
  await db`update pending_second_step set tries = tries + 1 where hash = ${hash}`;
  return row.tries + 1 >= maxAttempts ? 'over' : 'wrong';
}

/** A code as it is looked at: figures of an app, with those that followed them, or the hashes that it has as a recovery code. */
export type ParsedCode =
  | { readonly figures: string; readonly next: string | null }
  | { readonly hashes: readonly Buffer[] };

/** Whether this is a code of an app: of those one in a few hundred thousand is right. */
export const hasAppCodeFormat = (code: string): boolean => /^\d{6}$/.test(plain(code));

/** Reads what was typed, before a transaction: the hash of a recovery code takes its time. `next`: the app's code after it. */
export async function parseSecondStepCode(
  database: Pick<Database, 'read'>,
  uid: number,
  { code, nextCode }: { readonly code: string; readonly nextCode?: string | undefined },
): Promise<ParsedCode> {
  const text = plain(code);
  if (hasAppCodeFormat(code)) return { figures: text, next: nextCode === undefined ? null : plain(nextCode) };
  const salts = await database.read(
    (db) => db<{ salt: Buffer | null }[]>`select distinct salt from recovery_code where person_id = ${uid}`,
  );
  const hashes = salts.map(({ salt }) => (salt ? computeSlowHash(text, salt) : sha256(`recovery|${uid}|${text}`)));
  return { hashes: await Promise.all(hashes) };
}

/** Takes a code of the app or a recovery code of a person, each once; false: it is none. */
export async function consumeSecondStepCode(db: Db, vault: Vault, uid: number, code: ParsedCode): Promise<boolean> {
  if ('hashes' in code) {
    const used = await db`
      update recovery_code set used_at = now()
      where person_id = ${uid} and encode(hash, 'hex') = any (${code.hashes.map(asHex)}::text[]) and used_at is null`;
    return used.count === 1;
  }
  const [key] = await db<{ secret: Buffer; now: number }[]>`
    select secret, extract(epoch from now())::float8 as now
    from one_time_key where person_id = ${uid} and secret is not null for update`;
  const seed = key ? vault.open(authenticatorSeedPurpose(uid), key.secret) : null;
  const step = key && seed ? stepOf(seed, code.next ?? code.figures, key.now) : null;
  if (!seed || step === null) return false;
  if (code.next !== null && !isCodeOfStep(seed, code.figures, step - 1)) return false;
  const first = code.next === null ? step : step - 1;
  const taken = await db`
    update one_time_key set last_step = ${step} where person_id = ${uid} and last_step < ${first}`;
  return taken.count === 1;
}

/** Whether this is the code of exactly this step. */
function isCodeOfStep(secret: Buffer, code: string, step: number): boolean {
  return totp(secret).validate({ token: code, timestamp: step * stepSeconds * 1000, window: 0 }) === 0;
}

/** The step of thirty seconds whose code this is, near `now` (seconds since 1970); null: none. */
function stepOf(secret: Buffer, code: string, now: number): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now * 1000, window: slack });
  return delta === null ? null : Math.floor(now / stepSeconds) + delta;
}

function totp(secret: Buffer, names: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    ...names,
    algorithm: 'SHA1',
    digits: figures,
    period: stepSeconds,
    secret: new Secret({ buffer: bytes.buffer }),
  });
}

/** Makes a key for an app; the one in force stays until the new one is confirmed, in the same session. */
export async function beginAuthenticatorEnrollment(
  db: Db,
  vault: Vault,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
  names: { issuer: string; label: string },
): Promise<{ key: string; address: string }> {
  const secret = randomBytes(secretBytes);
  const sealed = vault.seal(authenticatorSeedPurpose(uid), secret);
  await db`
    insert into one_time_key (person_id, next_secret, next_session) values (${uid}, ${sealed}, ${sessionId})
    on conflict (person_id) do update set next_secret = excluded.next_secret, next_session = excluded.next_session`;
  const made = totp(secret, names);
  return { key: made.secret.base32, address: made.toString() };
}

/** Puts the key that this session began in force with these recovery codes, if this is a code of it; false: it is not. */
export async function confirmAuthenticatorApp(
  db: Db,
  vault: Vault,
  { uid, sessionId }: Pick<Caller, 'uid' | 'sessionId'>,
  { code, recovery }: { code: string; recovery: NewRecoveryCodes },
): Promise<boolean> {
  const [key] = await db<{ next: Buffer; now: number }[]>`
    select next_secret as next, extract(epoch from now())::float8 as now
    from one_time_key where person_id = ${uid} and next_secret is not null and next_session = ${sessionId} for update`;
  const seed = key ? vault.open(authenticatorSeedPurpose(uid), key.next) : null;
  const step = key && seed ? stepOf(seed, plain(code), key.now) : null;
  if (step === null) return false;
  await db`
    update one_time_key set secret = next_secret, next_secret = null, next_session = null, confirmed_at = now(),
      last_step = ${step}
    where person_id = ${uid}`;
  await db`
    update account set second_step_since = coalesce(second_step_since, now()) where person_id = ${uid}`;
  await replaceRecoveryCodes(db, uid, recovery);
  return true;
}

/** New recovery codes, and as they are kept. */
export interface NewRecoveryCodes {
  readonly codes: readonly string[];
  readonly salt: Buffer;
  readonly hashes: readonly Buffer[];
}

/** Makes recovery codes, before a transaction: their hashes take their time. */
export async function generateRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(16);
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: recoveryLength }, () => recoverySigns[randomInt(recoverySigns.length)]).join(''),
  );
  const hashes = await Promise.all(codes.map((code) => computeSlowHash(code, salt)));
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), salt, hashes };
}

/** Puts recovery codes in the place of all older ones. */
export async function replaceRecoveryCodes(db: Db, uid: number, { salt, hashes }: NewRecoveryCodes): Promise<void> {
  await db`delete from recovery_code where person_id = ${uid}`;
  await db`
    insert into recovery_code (person_id, salt, hash)
    select ${uid}, ${salt}, decode(hash, 'hex') from unnest(${hashes.map(asHex)}::text[]) hash`;
}

/** Takes the codes of an app from a person, with those for recovery. */
export async function removeSecondStepCodes(db: Db, uid: number): Promise<void> {
  await db`delete from one_time_key where person_id = ${uid}`;
  await db`delete from recovery_code where person_id = ${uid}`;
  await deleteRememberedSecondSteps(db, uid);
  await db`update account set second_step_since = null where person_id = ${uid}`;
}

/** What is in the profile about the second step. */
export async function readSecondStepStatus(db: Db, uid: number) {
  const [row] = await db<{ codesSince: string | null; recoveryLeft: number; resting: number }[]>`
    select (select confirmed_at from one_time_key where person_id = ${uid}) as "codesSince",
      (select count(*) from recovery_code where person_id = ${uid} and used_at is null)::int as "recoveryLeft",
      (select count(*) from remembered_second_step where person_id = ${uid} and until > now())::int as resting`;
  if (!row) throw new Error('a question without an answer');
  return row;
}

/** Whether a person is not asked in this browser at present. */
export async function isSecondStepRemembered(
  db: Db,
  { sessions, request }: { sessions: SessionStore; request: FastifyRequest },
  uid: number,
): Promise<boolean> {
  const keys = keysNamed(sessions, request, restCookie);
  if (keys.length === 0) return false;
  const [row] = await db`
    select from remembered_second_step
    where person_id = ${uid} and hash in (select decode(key, 'hex') from unnest(${keys}::text[]) key) and until > now()`;
  return row !== undefined;
}

/**
 * Remembers the second step in this browser for thirty days; gives the value of its cookie, a new one each time: one
 * that somebody else planted, and so knows, never counts for this person. Other people remembered in this browser
 * stay so.
 */
export async function rememberSecondStep(
  db: Db,
  { sessions, request }: { sessions: SessionStore; request: FastifyRequest },
  uid: number,
): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const former = keysNamed(sessions, request, restCookie);
  await db`
    with former as materialized (
      select person_id, hash, row_number() over (partition by person_id order by until desc) as place
      from remembered_second_step where hash in (select decode(key, 'hex') from unnest(${former}::text[]) key)),
    over as (
      delete from remembered_second_step r
      where r.person_id = ${uid} and (r.until < now() or r.hash in (select f.hash from former f))),
    others as (
      update remembered_second_step r set hash = ${sha256(key)} from former f
      where r.person_id = f.person_id and r.hash = f.hash and f.place = 1 and r.person_id <> ${uid})
    insert into remembered_second_step (hash, person_id, until)
    values (${sha256(key)}, ${uid}, now() + ${restsFor}::interval)`;
  return key;
}

/** Sends the cookie that `rememberSecondStep` gave. */
export function setRememberedSecondStepCookie(sessions: SessionStore, reply: FastifyReply, key: string): void {
  reply.setCookie(sessions.cookieNameOf(restCookie), key, sessions.cookie(restDays));
}

/** Removes sign-ins that waited too long for their second step, and browsers in which it is asked again. */
export async function sweepSecondSteps(db: Db): Promise<void> {
  await db`delete from pending_second_step where expires_at < now()`;
  await db`delete from remembered_second_step where until < now()`;
}

/** Asks a person again in every browser. */
export async function deleteRememberedSecondSteps(db: Db, uid: number): Promise<void> {
  await db`delete from remembered_second_step where person_id = ${uid}`;
}
