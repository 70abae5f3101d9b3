import { randomBytes } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { ensureCookieKey, Signer } from './signer.ts';
import type { Vault } from './vault.ts';

const purpose = 'pin';
/** Where the database keeps the key of the first hash, sealed: its name says with which key. */
const rowPrefix = 'pins ';

/**
 * The stored form of a personal number (PIN): hashed twice, the second time with a key that is not in the database.
 * There are few such numbers: whoever has both keys can try them all. A hash names its key: `NAME.HASH`.
 */
export class PinHasher {
  readonly #vault: Vault;
  readonly #first: Signer;

  private constructor(vault: Vault, first: Signer) {
    this.#vault = vault;
    this.#first = first;
  }

  /**
   * Opens the hashes of this key. The first key of a university is that of its cookies, by which earlier releases hashed: so their
   * hashes are hashed on, and nobody has to load the numbers again.
   */
  static async open(db: Db, vault: Vault): Promise<PinHasher> {
    const name = rowPrefix + vault.name;
    const begun = vault.seal(purpose, await ensureCookieKey(db));
    await db`insert into secret (name, value) values (${name}, ${begun}) on conflict do nothing`;
    const [row] = await db<{ value: Buffer }[]>`select value from secret where name = ${name}`;
    const first = row && vault.open(purpose, row.value);
    // One that was changed opens nothing any more; what is hashed then is at least hashed with a key.
    return new PinHasher(vault, new Signer(first ?? randomBytes(32)));
  }

  hash(pin: string): string {
    return this.hashOn(this.#first.sign(purpose, pin));
  }

  /** What is kept in the place of a hash of an earlier release, which knew the first key alone. */
  hashOn(former: string): string {
    return `${this.#vault.name}.${this.#vault.code(purpose, Buffer.from(former)).toString('base64url')}`;
  }
}

/** Whether hashes of this database are made with another key than this one: nobody would be known by what is hashed with it. */
export async function arePinsHashedWithOtherKey(db: Db, vault: Vault | null): Promise<boolean> {
  const rows = await db<{ name: string }[]>`select name from secret where starts_with(name, ${rowPrefix})`;
  return rows.length > 0 && !rows.some(({ name }) => name === rowPrefix + vault?.name);
}

/** Whether somebody's personal number is hashed as an earlier release did, with a key of the database alone. */
export async function hasLegacyPinHashes(db: Db): Promise<boolean> {
  const [row] = await db<{ any: boolean }[]>`select exists (select from person where pin not like '%.%') as any`;
  return row?.any ?? false;
}

/** Counts personal numbers that were hashed with another key, as after a restore without its own. */
export async function countPinsHashedWithOtherKey(db: Db, vault: Vault | null): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from person
    where pin like '%.%' and split_part(pin, '.', 1) is distinct from ${vault?.name ?? null}::text`;
  return row?.count ?? 0;
}
