/** What a device is asked for: to sign in or show who one is by a key, or to make one. */
export type PasskeyCeremonyKind = 'show' | 'add';

/**
 * Which of the room's texts says why a device gave no answer. What it threw names a key that it holds already; of everything
 * else it says no more than that nothing came of it.
 */
export function passkeyFailureTextKey(
  error: unknown,
  request: PasskeyCeremonyKind,
): 'stopped' | 'notAdded' | 'alreadyHere' {
  if (request === 'show') return 'stopped';
  return error instanceof Error && error.name === 'InvalidStateError' ? 'alreadyHere' : 'notAdded';
}
