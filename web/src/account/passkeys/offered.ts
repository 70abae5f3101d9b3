import { isShared, permanentKeyPrefix } from '../../core/storage.ts';

const placeOf = (uid: number) => `${permanentKeyPrefix}key/${uid}`;

/** A key of this device was offered to the person, or they have one: it is not offered again here. */
export function recordOffered(uid: number): void {
  try {
    if (!isShared()) localStorage.setItem(placeOf(uid), '1');
  } catch {
    // Full or forbidden: it is offered again.
  }
}

/** Whether this device can keep a key for the person's finger, face or screen code, and none was offered here before. */
export async function mayOfferKey(uid: number): Promise<boolean> {
  // Keys belong to a name: where the address is a number there are none.
  if (isShared() || !('PublicKeyCredential' in window) || /^[\d.]+$|^\[/.test(location.hostname)) return false;
  try {
    if (localStorage.getItem(placeOf(uid)) !== null) return false;
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}
