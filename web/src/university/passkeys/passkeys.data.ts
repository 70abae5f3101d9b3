import type { Input, Output } from '@bilim/contract/call.ts';
import { passkeys } from '@bilim/contract/passkeys.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queries, reading } from '../../core/queries.ts';
import { session } from '../../core/session.ts';
import { byDevice } from './device.ts';
import { noteOffered } from './offered.ts';

type Keys = Output<typeof passkeys.list>;

const keep = (keys: Keys) => queries.setQueryData(reading('profile', passkeys.list, {}).queryKey, keys);

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
      const answer = await byDevice(startRegistration({ optionsJSON: JSON.parse(options) }), 'add');
      return await ask(passkeys.add, { answer });
    },
    onSuccess: (keys) => {
      noteOffered(session.get().user?.uid ?? 0);
      keep(keys);
    },
    onError: ({ code }) => {
      // Nothing is to be offered where a key is.
      if (code === 'passkeys.alreadyHere') noteOffered(session.get().user?.uid ?? 0);
    },
  });
}

/** Shows a key of this device in this session, for what asks for a present second step. */
export function useProveByKey() {
  return useMutation<unknown, Failure, void>({
    mutationFn: async () => {
      const { options } = await ask(passkeys.beginProof, {});
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await byDevice(startAuthentication({ optionsJSON: JSON.parse(options) }), 'show');
      return await ask(passkeys.prove, { answer });
    },
  });
}

export function useRemove(id: number) {
  return useMutation<Keys, Failure, { password: string }>({
    mutationFn: ({ password }) => ask(passkeys.remove, { id, password }),
    onSuccess: keep,
  });
}
