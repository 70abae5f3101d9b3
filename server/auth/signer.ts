import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Signs and checks the cookies of this university; the key lives in its database, shared by all nodes. */
export class Signer {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Reads the key, or makes it at the very first start. */
  static async open(database: Database): Promise<Signer> {
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
}
