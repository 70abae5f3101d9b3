import type { Signer } from '../auth/signer.ts';

/** An address with the moment (`asked`, microseconds) at which it was entered, which differs each time. */
export interface SignedMailAddress {
  readonly person: number;
  readonly asked: number;
  readonly address: string;
}

/** What the link of a mail does. */
type Purpose = 'confirm' | 'unsubscribe';

const letters = { confirm: 'c', unsubscribe: 'u' } as const satisfies Record<Purpose, string>;
/** Of an HMAC with SHA-256 in base64url. */
const signatureLength = 43;

const signedText = ({ person, asked, address }: SignedMailAddress, purpose: Purpose) =>
  // Whoever gives the same address again still leaves by the link of an old mail.
  purpose === 'confirm' ? `${person}|${asked}|${address}` : `${person}|${address}`;

/** The key of a link in a mail: purpose, person and signature. Nothing of it is stored; another address makes it void. */
export const createMailLinkKey = (signer: Signer, purpose: Purpose, signedAddress: SignedMailAddress): string =>
  `${letters[purpose]}${signedAddress.person.toString(36)}${signer.sign(`mail ${purpose}`, signedText(signedAddress, purpose))}`;

/** Whose key it seems to be; null: it is no key. */
export function parseMailKeyPerson(key: string): number | null {
  const [, person = ''] = /^[cu]([0-9a-z]{1,10})$/.exec(key.slice(0, -signatureLength)) ?? [];
  const number = Number.parseInt(person, 36);
  return Number.isSafeInteger(number) ? number : null;
}

/** Whether a key is one of this purpose for this address. */
export function isValidMailKey(
  signer: Signer,
  purpose: Purpose,
  signedAddress: SignedMailAddress,
  key: string,
): boolean {
  const [head, signature] = [key.slice(0, -signatureLength), key.slice(-signatureLength)];
  return (
    head === `${letters[purpose]}${signedAddress.person.toString(36)}` &&
    signer.isSigned(`mail ${purpose}`, signedText(signedAddress, purpose), signature)
  );
}

/** Figures of the code for a forgotten password. */
const figures = 8;

/** The code of the moment at which somebody asked for it (microseconds). Nothing of it is stored. */
export function createMailCode(signer: Signer, { person, asked }: Pick<SignedMailAddress, 'person' | 'asked'>): string {
  const drawn = Buffer.from(signer.sign('forgotten', `${person}|${asked}`), 'base64url').readUIntBE(0, 6);
  return String(drawn % 10 ** figures).padStart(figures, '0');
}
