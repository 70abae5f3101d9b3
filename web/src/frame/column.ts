import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { useState } from 'react';
import { atom, useAtom } from '../core/atom.ts';
import { userMayCall } from '../core/mayCall.ts';
import { session } from '../core/session.ts';
import { readStoredValue, writeStoredValue } from '../core/storage.ts';
import { useOwnRooms } from './useOwnRooms.ts';

/** Rises with each change, so that bar and column agree. */
const changes = atom(0);

const placeOf = ({ name }: RoomEntry) => `column/${name}`;

/** The room that is open, if disciplines are beside it for this person, and whether they are shown there. */
export function useDisciplineColumn(): { room: RoomEntry; shown: boolean; toggle: () => void } | null {
  const { user } = useAtom(session);
  const { current } = useOwnRooms();
  useAtom(changes);
  if (!user || !current?.disciplines || !userMayCall(user, current.disciplines)) return null;
  const shown = readStoredValue(placeOf(current)) !== 'hidden';
  return {
    room: current,
    shown,
    toggle() {
      writeStoredValue(placeOf(current), shown ? 'hidden' : null);
      changes.set(changes.get() + 1);
    },
  };
}

/** Whether something is open on this page: another page closes it. */
export function useOpenUntilNavigation(page: string): [boolean, (next: boolean) => void] {
  const [openOn, setOpenOn] = useState<string | null>(null);
  return [openOn === page, (next) => setOpenOn(next ? page : null)];
}
