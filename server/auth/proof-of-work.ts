import { randomBytes } from 'node:crypto';
import type { ProofOfWorkChallenge } from '@bilim/contract/fault.ts';
import type { Database } from '../database/database.ts';
import { sha256 } from './session.ts';
import type { Signer } from './signer.ts';

/** Leading zero bits: 131 000 hashes on average, a second of plain JavaScript on a phone. */
const bits = 17;
/** Seconds that a challenge holds. */
const lifetime = 120;

/** What a proof is bound to: the moment (seconds, the database's clock), the address and the name that is tried. */
export interface ProofOfWorkBinding {
  readonly now: number;
  readonly place: string;
  readonly name: string;
}

/** Proof of work that a browser gives before a password from a rate-limited address is checked. */
export class ProofOfWorkVerifier {
  readonly #database: Database;
  readonly #signer: Signer;

  constructor(database: Database, signer: Signer) {
    this.#database = database;
    this.#signer = signer;
  }

  /** A new challenge, `random.end.signature`; nothing is stored. */
  challenge({ now, place, name }: ProofOfWorkBinding): ProofOfWorkChallenge {
    const text = `${randomBytes(12).toString('base64url')}.${now + lifetime}`;
    return { challenge: `${text}.${this.#signer.sign('proof', `${text}|${place}|${name}`)}`, bits };
  }

  /**
   * Whether `answer` is `challenge:number` with a challenge given for this address and name that still holds, the SHA-256
   * of the whole begins with enough zero bits, and it was not used before. It is used up by this.
   */
  async takes(answer: string, { now, place, name }: ProofOfWorkBinding): Promise<boolean> {
    const [challenge = ''] = answer.split(':');
    const [random = '', end = '', signature = ''] = challenge.split('.');
    const text = `${random}.${end}`;
    if (!this.#signer.isSigned('proof', `${text}|${place}|${name}`, signature) || Number(end) < now) return false;
    if (!beginsWithZeros(sha256(answer))) return false;
    const used = await this.#database.autocommit`
      insert into signin_proof (key) values (${sha256(challenge)}) on conflict do nothing`;
    return used.count === 1;
  }

  /** Forgets used challenges that do not hold any more. */
  async sweep(): Promise<void> {
    await this.#database.autocommit`delete from signin_proof where at < now() - interval '10 minutes'`;
  }
}

function beginsWithZeros(hash: Buffer): boolean {
  return hash.readUInt32BE(0) >>> (32 - bits) === 0;
}
