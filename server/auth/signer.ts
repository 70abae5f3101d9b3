import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../database/database.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Signs and checks, seals and opens the cookies of this university; the key lives in its database, shared by all nodes. */
export class Signer {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads the key, or makes it at the very first start. */
  static async open(database: { readonly own: Db }): Promise<Signer> {
    await database.own`
      insert into secret (name, value) values ('cookies', ${randomBytes(32)}) on conflict do nothing`;
    const [row] = await database.own<{ value: Buffer }[]>`select value from secret where name = 'cookies'`;
    if (!row) throw new Error('the signing key is missing');
    return new Signer(row.value);
  }

  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#key).update(`${purpose}|${text}`).digest('base64url');
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const right = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return right.length === given.length && timingSafeEqual(right, given);
  }

  /** A text that only `unseal` for the same purpose reads. */
  seal(purpose: string, text: string): string {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.#sealKey(purpose), iv);
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
  }

  /** What was sealed; null: not by us, or for another purpose. */
  unseal(purpose: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < ivBytes + tagBytes) return null;
    const opening = createDecipheriv(cipher, this.#sealKey(purpose), bytes.subarray(0, ivBytes));
    opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  #sealKey(purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(`seal|${purpose}`).digest();
  }
}

/** How a personal number (PIN) is kept: without the key nobody finds out whose a number is, though there are few of them. */
export const hashPin = (signer: Signer, pin: string): string => signer.sign('pin', pin);
