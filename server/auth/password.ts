import { createHash, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { Semaphore } from '../core/semaphore.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { isCommonLocalPassword } from './common-passwords.ts';

/** argon2id, 19 MiB, two rounds: the first of OWASP's settings of equal strength (docs/permissions.md#passwords). */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/**
 * Hashing is limited so that one core stays free for other calls, and most of the thread pool for files. On two cores that is
 * still eighty sign-ins a second.
 */
const gate = new Semaphore(Math.max(1, availableParallelism() - 1), 25_000, 500);

/** A hash that no password has: verified for unknown logins, so that they cost the same time. */
const nobody = hash('', { ...strength, salt: Buffer.from('bilim-nobody-here') });

/** Stands in the place of the hash where somebody else keeps the password: no password fits it. */
export const externalPasswordHash = 'sha256$elsewhere$';

/** The hash to store for a password. */
export function hashPassword(password: string): Promise<string> {
  return gate.run(() => hash(password, strength));
}

/** The slow hash of another secret that people type, with this salt. */
export function computeSlowHash(secret: string, salt: Buffer): Promise<Buffer> {
  return gate.run(() => hashRaw(secret, { ...strength, salt }));
}

/**
 * Whether a password fits a stored hash (null: there is no such account). Always exactly one argon2 verification.
 * Imported first passwords are long random strings under a fast salted hash (docs/decisions/0003-first-passwords.md).
 */
export async function isCorrectPassword(stored: string | null, password: string): Promise<boolean> {
  const first = stored?.startsWith('sha256$') ? stored : null;
  const slow = !stored || first ? await nobody : stored;
  const fits = await gate.run(() => verify(slow, password));
  return first ? fitsFirst(first, password) : Boolean(stored) && fits;
}

function fitsFirst(stored: string, password: string): boolean {
  const [, salt = '', digest = ''] = stored.split('$');
  const computed = createHash('sha256')
    .update(salt + password)
    .digest();
  const right = Buffer.from(digest, 'hex');
  return right.length === computed.length && timingSafeEqual(right, computed);
}

/** What holds for new passwords in this university. */
export interface PasswordRule {
  /** Fewest characters, in Unicode code points. */
  readonly least: number;
  /** Whether the passwords that are tried first are refused. */
  readonly refusesCommon: boolean;
}

/** Fewest characters where nobody named a number: in a real university, and in an invented one. */
const usual = { real: 8, invented: 4 } as const;

/** The rule of the university in this database; an empty one waits for a real one. */
export async function readPasswordRule(
  database: Database,
  settings: Pick<Settings, 'passwordMin'>,
): Promise<PasswordRule> {
  const [university] = await database.autocommit<{ demo: boolean }[]>`select demo from university`;
  const isInvented = university?.demo ?? false;
  const least = settings.passwordMin ?? (isInvented ? usual.invented : usual.real);
  return { least, refusesCommon: !isInvented || least >= usual.real };
}

let common: Promise<Set<string>> | null = null;

/**
 * Whether a new password is among the 49 000 most used ones, is a local word, or is one of these words (login, names):
 * the first that anybody tries.
 */
export async function isGuessablePassword(password: string, words: readonly string[]): Promise<boolean> {
  const plain = password.toLowerCase();
  if (words.some((word) => word.length > 2 && plain === word.toLowerCase())) return true;
  if (isCommonLocalPassword(plain)) return true;
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  );
  return (await common).has(plain);
}
