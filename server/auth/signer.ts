import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sealBytes, unsealBytes } from '../core/sealing.ts';
import type { Db } from '../database/database.ts';

/** Signs and checks, seals and opens the cookies of this university; the key lives in its database, shared by all nodes. */
export class Signer {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads the key, or makes it at the very first start. */
  static async open(database: { readonly autocommit: Db }): Promise<Signer> {
    return new Signer(await ensureCookieKey(database.autocommit));
  }

  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}|${text}`).digest('base64url');
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const right = Buffer.from(this.sign(purpose, text));
    const received = Buffer.from(signature);
    return right.length === received.length && timingSafeEqual(right, received);
  }

  /** A text that only `unsealBytes` for the same purpose reads. */
  seal(purpose: string, text: string): string {
    return sealBytes(this.#sealKey(purpose), Buffer.from(text)).toString('base64url');
  }

  /** What was sealed; null: not by us, or for another purpose. */
  unseal(purpose: string, sealed: string): string | null {
    return unsealBytes(this.#sealKey(purpose), Buffer.from(sealed, 'base64url'))?.toString('utf8') ?? null;
  }

  #sealKey(purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(`seal|${purpose}`).digest();
  }
}

/** The key of the cookies, made at the very first start. */
export async function ensureCookieKey(db: Db): Promise<Buffer> {
  await db`insert into secret (name, value) values ('cookies', ${randomBytes(32)}) on conflict do nothing`;
  const [row] = await db<{ value: Buffer }[]>`select value from secret where name = 'cookies'`;
  if (!row) throw new Error('the signing key is missing');
  return row.value;
}
