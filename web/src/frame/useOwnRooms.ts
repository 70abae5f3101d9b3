import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import { useLocation } from '@tanstack/react-router';
import { useEmptyRooms } from '../apps/empty-rooms.ts';
import { useAtom } from '../core/atom.ts';
import { userMayCall } from '../core/mayCall.ts';
import { session } from '../core/session.ts';
import { homeRoom } from './rooms.ts';

interface Rooms {
  /** Those that the person may enter. */
  mine: readonly RoomEntry[];
  /** Those of them that can hold something for the person: what rail and launcher show (NOW-06). */
  shown: readonly RoomEntry[];
  /** The one whose page is open. */
  current: RoomEntry | null;
}

/** The rooms of the person who is signed in. */
export function useOwnRooms(): Rooms {
  const { user } = useAtom(session);
  const { pathname } = useLocation();
  const empty = useEmptyRooms();
  const mine = rooms.filter(({ access }) => userMayCall(user, access));
  const path = pathname.replace(/\/$/, '');
  const current = path === '' ? homeRoom : mine.find((room) => path === room.path || path.startsWith(`${room.path}/`));
  return {
    mine,
    shown: mine.filter(({ name }) => !empty?.some(({ room }) => room === name)),
    current: current ?? null,
  };
}
