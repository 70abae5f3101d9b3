import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals bytes: `unsealBytes` reads them with the same key alone. */
export function sealBytes(key: Buffer, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv);
  const body = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), body]);
}

/** What was sealed; null: not with this key, or changed since. */
export function unsealBytes(key: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < ivBytes + tagBytes) return null;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes));
  opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]);
  } catch {
    return null;
  }
}
