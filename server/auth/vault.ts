import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { sealBytes, unsealBytes } from '../core/sealing.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/database.ts';

const keyBytes = 32;
/** Length of a seed of one-time codes before it was sealed. */
const openSeed = 20;

/** Where the key lies that the database does not have. */
export const vaultKeyPath = (dataDir: string): string => join(dataDir, 'keys', 'secrets.key');

/**
 * Seals what the database keeps and could misuse: seeds of one-time codes and keys of calendar addresses. The key is a file of
 * the data folder, which all nodes share and no back-up holds.
 */
export class Vault {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * Reads the key, or makes it at the very first start.
   * @throws StartupError when the file holds no key
   */
  static async open(dataDir: string): Promise<Vault> {
    const there = await Vault.openThere(dataDir);
    if (there) return there;
    await makeKey(vaultKeyPath(dataDir));
    return await Vault.open(dataDir);
  }

  /**
   * Reads the key; null: there is none yet.
   * @throws StartupError when the file holds no key
   */
  static async openThere(dataDir: string): Promise<Vault | null> {
    const path = vaultKeyPath(dataDir);
    const key = await keyIn(path);
    if (key !== null && key.length !== keyBytes)
      throw new StartupError(`${path} holds no key of ${keyBytes} bytes: put the right file there.`);
    return key && new Vault(key);
  }

  /** Encrypts bytes, so that only `open` with the same purpose can read them. */
  seal(purpose: string, plain: Buffer): Buffer {
    return sealBytes(this.#keyFor(purpose), plain);
  }

  /** Decrypts what was sealed for this purpose; null: it was sealed by another key, or for another purpose. */
  open(purpose: string, sealed: Buffer): Buffer | null {
    return unsealBytes(this.#keyFor(purpose), sealed);
  }

  /** A code over data that nobody makes without the key. */
  code(purpose: string, data: Buffer): Buffer {
    return createHmac('sha256', this.#keyFor(purpose)).update(data).digest();
  }

  /** How the key is called: nothing follows from it. */
  get name(): string {
    return this.code('name', Buffer.alloc(0)).toString('hex').slice(0, 16);
  }

  #keyFor(purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(purpose).digest();
  }
}

async function keyIn(path: string): Promise<Buffer | null> {
  return await readFile(path).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null;
    throw new StartupError(`The key ${path} cannot be read (${failure.code}): let the portal's user own it.`);
  });
}

/** Two nodes that start at once make one key: the file appears whole, and for the first of them. */
async function makeKey(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, randomBytes(keyBytes), { mode: 0o600, flush: true });
  try {
    await link(made, path).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure;
    });
  } finally {
    await rm(made, { force: true });
  }
}

/** For whom a seed is sealed: that of one person is worth nothing in the row of another. */
export const authenticatorSeedPurpose = (uid: number): string => `one-time key ${uid}`;
/** What keys of calendar addresses are sealed for; their rows may follow a merged account. */
export const calendarFeedPurpose = 'calendar';

/** What a database holds that this key does not open. */
export interface UnreadableSecretCounts {
  readonly codes: number;
  readonly calendars: number;
}

/** Counts what is sealed with another key, as after a restore without its own. */
export async function countSecretsSealedWithOtherKey(sql: Sql, vault: Vault | null): Promise<UnreadableSecretCounts> {
  const seeds = await sql<{ uid: string; seed: Buffer }[]>`
    select person_id as uid, secret as seed from one_time_key where octet_length(secret) > ${openSeed}`;
  const feeds = await sql<{ sealed: Buffer }[]>`select sealed from schedule_feed where sealed is not null`;
  return {
    codes: seeds.filter(({ uid, seed }) => !vault?.open(authenticatorSeedPurpose(Number(uid)), seed)).length,
    calendars: feeds.filter(({ sealed }) => !vault?.open(calendarFeedPurpose, sealed)).length,
  };
}

/** Seals what an earlier release left open, when the portal starts; done once. */
export async function sealPlaintextSecrets({ autocommit }: Pick<Database, 'autocommit'>, vault: Vault): Promise<void> {
  const seeds = await autocommit<{ uid: number; secret: Buffer | null; next: Buffer | null }[]>`
    select person_id as uid, secret, next_secret as next from one_time_key
    where octet_length(secret) = ${openSeed} or octet_length(next_secret) = ${openSeed}`;
  const sealed = (uid: number, seed: Buffer | null) =>
    seed?.length === openSeed ? vault.seal(authenticatorSeedPurpose(uid), seed) : seed;
  for (const { uid, secret, next } of seeds)
    await autocommit`
      update one_time_key set secret = ${sealed(uid, secret)}, next_secret = ${sealed(uid, next)}
      where person_id = ${uid} and secret is not distinct from ${secret} and next_secret is not distinct from ${next}`;
  const feeds = await autocommit<{ uid: number; key: string }[]>`
    select person_id as uid, key from schedule_feed where key is not null`;
  for (const { uid, key } of feeds)
    await autocommit`
      update schedule_feed set key = null, sealed = ${vault.seal(calendarFeedPurpose, Buffer.from(key))}
      where person_id = ${uid} and key = ${key}`;
}
