import { maxPhotosAtOnce } from '@bilim/contract/limits.ts';
import { profile } from '@bilim/contract/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { callServer } from '../core/api.ts';
import { queryForCall } from '../core/queryClient.ts';
import { session } from '../core/session.ts';

/** A photo changes seldom: it counts as fresh for an hour. */
const fresh = 60 * 60_000;
/** Milliseconds in which those who come into sight are asked for together. */
const together = 10;

interface PhotoRequest {
  readonly uid: number;
  readonly done: (photo: string | null) => void;
  readonly failed: (failure: unknown) => void;
}

let requests: PhotoRequest[] = [];

/** The photo of one of many contacts: a list of thirty is one call. */
function photoOf(uid: number): Promise<string | null> {
  return new Promise((done, failed) => {
    if (!requests.length) setTimeout(fetchPhotos, together);
    requests.push({ uid, done, failed });
  });
}

async function fetchPhotos(): Promise<void> {
  const all = requests;
  requests = [];
  for (let from = 0; from < all.length; from += maxPhotosAtOnce) {
    const some = all.slice(from, from + maxPhotosAtOnce);
    try {
      const found = await callServer(profile.photos, { people: some.map(({ uid }) => uid) });
      const photos = new Map(found.map(({ uid, photo }) => [uid, photo]));
      for (const { uid, done } of some) done(photos.get(uid) ?? null);
    } catch (failure) {
      for (const { failed } of some) failed(failure);
    }
  }
}

/** The picture of a person as base64 JPEG; null while it is on its way and when there is none. */
export function usePhoto(uid: number | null, role: number | null): string | null {
  const isOwn = uid === session.get().user?.uid;
  const { data } = useQuery({
    ...queryForCall('profile', profile.photo, { uid: uid ?? 0, role: role ?? 2 }),
    // Those of others hold for the next opening too; one's own may have been changed a moment before.
    ...(!isOwn && { queryFn: () => photoOf(uid ?? 0), meta: { lasting: true }, refetchOnReconnect: true }),
    enabled: uid !== null,
    staleTime: fresh,
  });
  return data ?? null;
}
