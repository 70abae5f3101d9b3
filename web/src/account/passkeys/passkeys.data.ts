import type { Input, Output } from '@bilim/contract/call.ts';
import { passkeys } from '@bilim/contract/passkeys.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { completePasskeyCeremony } from './device.ts';
import { recordPasskeyOffered } from './offered.ts';

type Keys = Output<typeof passkeys.list>;

const keep = (keys: Keys) => queryClient.setQueryData(queryForCall('profile', passkeys.list, {}).queryKey, keys);

/** The keys with which this person may sign in. */
export function usePasskeys() {
  return useQuery(queryForCall('profile', passkeys.list, {}));
}

/** Makes a key on this device, for whoever knows the password. */
export function useAddPasskey() {
  return useMutation<Keys, Failure, Input<typeof passkeys.begin>>({
    mutationFn: async (input) => {
      const { options } = await callServer(passkeys.begin, input);
      const { startRegistration } = await import('@simplewebauthn/browser');
      const answer = await completePasskeyCeremony(startRegistration({ optionsJSON: JSON.parse(options) }), 'add');
      return await callServer(passkeys.add, { answer });
    },
    onSuccess: (keys) => {
      recordPasskeyOffered(session.get().user?.uid ?? 0);
      keep(keys);
    },
    onError: ({ code }) => {
      // Nothing is to be offered where a key is.
      if (code === 'passkeys.alreadyHere') recordPasskeyOffered(session.get().user?.uid ?? 0);
    },
  });
}

/** Shows a key of this device in this session, for what asks for a present second step. */
export function useVerifyByPasskey() {
  return useMutation<unknown, Failure, void>({
    mutationFn: async () => {
      const { options } = await callServer(passkeys.beginProof, {});
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const answer = await completePasskeyCeremony(startAuthentication({ optionsJSON: JSON.parse(options) }), 'show');
      return await callServer(passkeys.prove, { answer });
    },
  });
}

export function useDeletePasskey(id: number) {
  return useMutation<Keys, Failure, { password: string }>({
    mutationFn: ({ password }) => callServer(passkeys.remove, { id, password }),
    onSuccess: keep,
  });
}
