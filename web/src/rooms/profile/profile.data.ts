import { archive } from '@bilim/contract/archive.ts';
import type { Output } from '@bilim/contract/call.ts';
import { login } from '@bilim/contract/login.ts';
import { profile } from '@bilim/contract/profile.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import type { SignInMethod } from '@bilim/contract/sign-in-methods.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callServer } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { buildFileUrl } from '../../core/fileAddress.ts';
import { queryClient, queryForCall, quietRetryOptions } from '../../core/queryClient.ts';
import { session } from '../../core/session.ts';
import { storeRenewedToken } from '../../core/sessionUpdates.ts';

export interface PasswordChange {
  password: string;
  newPassword: string;
  /** Other sign-in methods that go with the old password. */
  remove: SignInMethod[];
}

/** The facts about the person who is signed in. */
export function useProfile() {
  return useQuery({ ...queryForCall('profile', profile.data, {}), select: (rows) => rows[0] ?? null });
}

/** What the university asks of a new password: four characters until it is known. */
export function usePasswordRule(): { shortest: number; isUncommon: boolean } {
  const { data } = useQuery({ ...queryForCall('login', login.config, {}), ...quietRetryOptions });
  return { shortest: data?.passwordMin ?? 4, isUncommon: data?.passwordUncommon ?? false };
}

/** How many sign-in methods of each kind there are besides the password. */
export function useSignInMethodCounts() {
  return useQuery({ ...queryForCall('profile', profile.methods, {}), select: (rows) => rows[0] ?? null });
}

/** Changes the password; all other sessions of the person end. */
export function useChangePassword() {
  return useMutation<unknown, Failure, PasswordChange>({
    mutationFn: async (change) => {
      const [done] = await callServer(profile.changePassword, change);
      if (done) storeRenewedToken(done.token);
    },
    onSuccess: (_done, { remove }) =>
      remove.length > 0 ? queryClient.invalidateQueries({ queryKey: ['profile'] }) : undefined,
  });
}

/** Whether people may put their own photo here. */
export function useMayChangePhoto(): boolean {
  return useQuery({ ...queryForCall('login', login.config, {}), ...quietRetryOptions }).data?.photoUpload ?? false;
}

/** Stores a new photo; pictures of the person everywhere are read again. */
export function useSavePhoto() {
  return useMutation<unknown, Failure, File>({
    mutationFn: (file) => callServer(profile.savePhoto, {}, { files: [file] }),
    onSuccess: async () => {
      const { user } = session.get();
      if (user) session.set({ ...session.get(), user: { ...user, photo: true } });
      await queryClient.invalidateQueries({ queryKey: ['profile'] });
    },
  });
}

/** Where the person is signed in. */
export function useSessions() {
  return useQuery(queryForCall('profile', profile.sessions, {}));
}

/** Ends another session of the person, who proves by the password to be the one who sits here. */
export function useEndAnotherSession() {
  return useMutation<unknown, Failure, { id_session: number; password: string }>({
    mutationFn: (which) => callServer(profile.endSession, which),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['profile', profile.sessions.path] }),
  });
}

/** Ends all other sessions of the person, for whoever knows the password. */
export function useEndOtherSessions() {
  return useMutation<Output<typeof profile.endOthers>, Failure, { password: string }>({
    mutationFn: (input) => callServer(profile.endOthers, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['profile', profile.sessions.path] }),
  });
}

/** The person's calendar address with its origin, or null. */
export function useCalendarFeed() {
  return useQuery({
    ...queryForCall('profile', schedule.feed, {}),
    select: (rows) => {
      const path = rows[0]?.path;
      return path ? `${location.origin}${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}` : null;
    },
  });
}

/** Makes a new calendar address, or revokes the present one. */
export function useCalendarFeedAction() {
  return useMutation<unknown, Failure, 'renew' | 'revoke'>({
    mutationFn: (what) => callServer(what === 'renew' ? schedule.renewFeed : schedule.revokeFeed, {}),
    onSettled: () =>
      Promise.all(
        [schedule.feed, profile.methods].map(({ path }) =>
          queryClient.invalidateQueries({ queryKey: ['profile', path] }),
        ),
      ),
  });
}

/** While an archive is being made it is looked at so often (ms), should the live line be silent. */
const look = 3_000;

/** The status of the archive of one's own data. */
export function usePersonalArchive() {
  return useQuery({
    ...queryForCall('archive', archive.state, {}),
    select: (rows) => rows[0] ?? null,
    refetchInterval: (query) => (query.state.data?.[0]?.state === 'making' ? look : false),
  });
}

/** Asks for the archive of one's own data, in the place of the one before. */
export function useCreateArchive() {
  return useMutation<unknown, Failure, void>({
    mutationFn: () => callServer(archive.make, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['archive'] }),
  });
}

/** Hands the archive that is ready to the browser as a download. */
export function useDownloadArchive() {
  return useMutation<unknown, Failure, void>({
    mutationFn: async () => {
      const [row] = await callServer(archive.key, {});
      if (!row) return;
      const address = buildFileUrl(archive.file, { key: row.key });
      Object.assign(document.createElement('a'), { href: address, download: '' }).click();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['archive'] }),
  });
}
