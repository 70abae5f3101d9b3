import type { Output } from '@bilim/contract/call.ts';
import { oidc } from '@bilim/contract/oidc.ts';
import { profile } from '@bilim/contract/profile.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { queryClient, queryForCall } from '../../core/queryClient.ts';

type Linked = Output<typeof oidc.linked>;

const keep = (linked: Linked) => queryClient.setQueryData(queryForCall('profile', oidc.linked, {}).queryKey, linked);

/** The providers of the portal, and since when the person's account there is linked. */
export function useLinkedAccounts() {
  return useQuery(queryForCall('profile', oidc.linked, {}));
}

/** Leaves for a provider, for whoever knows the password; the provider leads back to the profile. */
export function useLinkAccount(provider: string) {
  return useMutation<void, Failure, { password: string }>({
    mutationFn: async ({ password }) => {
      const [there] = await callServer(oidc.link, { provider, password });
      if (there) location.assign(there.address);
    },
  });
}

/** Links what the provider named. */
export function useFinishAccountLink() {
  return useMutation<Linked, Failure, void>({ mutationFn: () => callServer(oidc.finishLink, {}), onSuccess: keep });
}

export function useUnlinkAccount(provider: string) {
  return useMutation<Linked, Failure, { password: string }>({
    mutationFn: ({ password }) => callServer(oidc.unlink, { provider, password }),
    onSuccess: async (linked) => {
      keep(linked);
      // What that account opened elsewhere has ended.
      await queryClient.invalidateQueries({ queryKey: ['profile', profile.sessions.path] });
    },
  });
}
