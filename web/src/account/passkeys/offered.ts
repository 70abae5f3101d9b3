import { isSharedComputer, permanentKeyPrefix } from '../../core/storage.ts';

const placeOf = (uid: number) => `${permanentKeyPrefix}key/${uid}`;

/** A key of this device was offered to the person, or they have one: it is not offered again here. */
export function recordPasskeyOffered(uid: number): void {
  try {
    if (!isSharedComputer()) localStorage.setItem(placeOf(uid), '1');
  } catch {
    // Full or forbidden: it is offered again.
  }
}

/** Whether this device can keep a key for the person's finger, face or screen code, and none was offered here before. */
export async function mayOfferPasskey(uid: number): Promise<boolean> {
  // Keys belong to a name: where the address is a number there are none.
  if (isSharedComputer() || !('PublicKeyCredential' in window) || /^[\d.]+$|^\[/.test(location.hostname)) return false;
  try {
    if (localStorage.getItem(placeOf(uid)) !== null) return false;
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}
