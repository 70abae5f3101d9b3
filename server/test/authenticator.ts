import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a device is to say in the place of the right thing. */
export interface DeviceOverrides {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Nobody has unlocked it. */
  locked?: boolean;
  uses?: number;
  /** Signs with another key. */
  otherKey?: boolean;
}

interface CeremonyOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer | Uint8Array) => Buffer.from(data).toString('base64url');
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A device with one key (WebAuthn), which answers what a browser would send; honest unless configured otherwise. */
export class Authenticator {
  readonly id = randomBytes(32);
  uses = 0;
  readonly #origin: string;
  readonly #keys = pair();
  #user = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers `passkeys.begin`. */
  make(options: string, overrides: DeviceOverrides = {}): string {
    const asked = JSON.parse(options) as CeremonyOptions;
    this.#user = asked.user?.id ?? '';
    const data = this.#clientData('webauthn.create', asked, overrides);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE: an ES256 key on P-256.
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.#head(asked, overrides, 0x40),
      Buffer.alloc(16),
      length,
      this.id,
      isoCBOR.encode(key),
    ]);
    const object = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: base64url(data),
      attestationObject: base64url(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])),
      transports: ['internal'],
    });
  }

  /** Answers `passkeys.ask`. */
  unlock(options: string, overrides: DeviceOverrides = {}): string {
    const asked = JSON.parse(options) as CeremonyOptions;
    const data = this.#clientData('webauthn.get', asked, overrides);
    this.uses = overrides.uses ?? this.uses + 1;
    const authData = this.#head(asked, overrides, 0);
    const key: KeyObject = overrides.otherKey ? pair().privateKey : this.#keys.privateKey;
    return this.#answer({
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), key)),
      userHandle: this.#user,
    });
  }

  #clientData(type: string, { challenge }: CeremonyOptions, overrides: DeviceOverrides): string {
    return JSON.stringify({
      type: overrides.type ?? type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? this.#origin,
      crossOrigin: false,
    });
  }

  #head({ rp, rpId }: CeremonyOptions, overrides: DeviceOverrides, more: number): Buffer {
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(this.uses);
    const flags = 0x01 | (overrides.locked ? 0 : 0x04) | more;
    return Buffer.concat([sha256(overrides.rpId ?? rp?.id ?? rpId ?? ''), Buffer.from([flags]), uses]);
  }

  #answer(response: object): string {
    const id = base64url(this.id);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }
}
