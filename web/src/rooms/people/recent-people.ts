import { maxRecentPeople } from '@bilim/contract/limits.ts';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { readStoredValue, writeStoredValue } from '../../core/storage.ts';

const placeOf = (uid: number | undefined) => `people-opened/${uid ?? 0}`;

function read(place: string): number[] {
  try {
    const stored: unknown = JSON.parse(readStoredValue(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => Number.isSafeInteger(one)) : [];
  } catch {
    return [];
  }
}

/** Ids of the people whom the person opened last, the newest first; on a shared computer they live as long as the page. */
export function useRecentPeople() {
  const { user } = useAtom(session);
  const place = placeOf(user?.uid);
  return {
    opened: read(place),
    add: (id: number) =>
      writeStoredValue(
        place,
        JSON.stringify([id, ...read(place).filter((one) => one !== id)].slice(0, maxRecentPeople)),
      ),
  };
}
