import type { Output } from '@bilim/contract/call.ts';
import { passkeys } from '@bilim/contract/passkeys.ts';
import i18next from 'i18next';
import { ask } from '../../core/api.ts';
import { asFailure, Failure } from '../../core/failure.ts';
import { noteOffered } from './offered.ts';

/** A device that was stopped, or knows no fitting key, says so in its own words, which nobody has to read. */
export const byDevice = async (asking: Promise<unknown>): Promise<string> => {
  try {
    return JSON.stringify(await asking);
  } catch {
    await i18next.loadNamespaces('passkeys');
    throw new Failure('CLIENT_ERROR', 400, { code: 'passkeys.stopped', message: i18next.t('passkeys:stopped') });
  }
};

/** Lets this device's key answer for whoever signs in. Throws the Failure. */
export async function signInByKey(shared: boolean): Promise<Output<typeof passkeys.signIn>> {
  try {
    const { options } = await ask(passkeys.ask, {});
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const answer = await byDevice(startAuthentication({ optionsJSON: JSON.parse(options) }));
    const entered = await ask(passkeys.signIn, { answer, shared });
    for (const { uid } of shared ? [] : entered) noteOffered(uid);
    return entered;
  } catch (error) {
    throw asFailure(error);
  }
}
