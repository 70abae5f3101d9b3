import type { Input, Output } from '@bilim/contract/call.ts';
import { passkeys } from '@bilim/contract/passkeys.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { ask } from '../../core/api.ts';
import { asFailure, Failure } from '../../core/failure.ts';
import { queries, reading } from '../../core/queries.ts';

type Keys = Output<typeof passkeys.list>;

const keep = (keys: Keys) => queries.setQueryData(reading('profile', passkeys.list, {}).queryKey, keys);

/** A device that was stopped, or knows no fitting key, says so in its own words, which nobody has to read. */
const byDevice = async (asking: Promise<unknown>): Promise<string> => {
  try {
    return JSON.stringify(await asking);
  } catch {
    await i18next.loadNamespaces('passkeys');
    throw new Failure('CLIENT_ERROR', 400, { code: 'passkeys.stopped', message: i18next.t('passkeys:stopped') });
  }
};

/** The keys with which this person may sign in. */
export function usePasskeys() {
  return useQuery(reading('profile', passkeys.list, {}));
}

/** Makes a key on this device, for whoever knows the password. */
export function useAdd() {
  return useMutation<Keys, Failure, Input<typeof passkeys.begin>>({
    mutationFn: async (input) => {
      const { options } = await ask(passkeys.begin, input);
      const { startRegistration } = await import('@simplewebauthn/browser');
      const answer = await byDevice(startRegistration({ optionsJSON: JSON.parse(options) }));
      return await ask(passkeys.add, { answer });
    },
    onSuccess: keep,
  });
}

export function useRemove(id: number) {
  return useMutation<Keys, Failure, { password: string }>({
    mutationFn: ({ password }) => ask(passkeys.remove, { id, password }),
    onSuccess: keep,
  });
}

/** Lets this device's key answer for whoever signs in. Throws the Failure. */
export async function signInByKey(shared: boolean): Promise<Output<typeof passkeys.signIn>> {
  try {
    const { options } = await ask(passkeys.ask, {});
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const answer = await byDevice(startAuthentication({ optionsJSON: JSON.parse(options) }));
    return await ask(passkeys.signIn, { answer, shared });
  } catch (error) {
    throw asFailure(error);
  }
}
