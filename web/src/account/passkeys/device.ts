import type { Output } from '@bilim/contract/call.ts';
import { passkeys } from '@bilim/contract/passkeys.ts';
import i18next from 'i18next';
import { callServer } from '../../core/api.ts';
import { Failure, toFailure } from '../../core/failure.ts';
import { recordPasskeyOffered } from './offered.ts';
import { type PasskeyCeremonyKind, passkeyFailureTextKey } from './passkey-failure.ts';

/** A device that was stopped, or knows no fitting key, says so in its own words, which nobody has to read. */
export const completePasskeyCeremony = async (
  ceremony: Promise<unknown>,
  request: PasskeyCeremonyKind,
): Promise<string> => {
  try {
    return JSON.stringify(await ceremony);
  } catch (error) {
    const why = passkeyFailureTextKey(error, request);
    await i18next.loadNamespaces('passkeys');
    throw new Failure('CLIENT_ERROR', 400, { code: `passkeys.${why}`, message: i18next.t(`passkeys:${why}`) });
  }
};

/** Lets this device's key answer for whoever signs in. Throws the Failure. */
export async function signInByPasskey(shared: boolean): Promise<Output<typeof passkeys.signIn>> {
  try {
    const { options } = await callServer(passkeys.ask, {});
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const answer = await completePasskeyCeremony(startAuthentication({ optionsJSON: JSON.parse(options) }), 'show');
    const entered = await callServer(passkeys.signIn, { answer, shared });
    for (const { uid } of shared ? [] : entered) recordPasskeyOffered(uid);
    return entered;
  } catch (error) {
    throw toFailure(error);
  }
}
