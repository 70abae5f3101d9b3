import { profile } from '@bilim/contract/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../core/queries.ts';

/** A photo changes seldom: it counts as fresh for an hour. */
const fresh = 60 * 60_000;

/** The picture of a person as base64 JPEG; null while it is on its way and when there is none. */
export function usePhoto(uid: number | null, role: number | null): string | null {
  const { data } = useQuery({
    ...reading('profile', profile.photo, { uid: uid ?? 0, role: role ?? 2 }),
    enabled: uid !== null,
    staleTime: fresh,
  });
  return data ?? null;
}
