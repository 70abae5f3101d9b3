import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import { may, roleOf } from '@bilim/contract/who.ts';
import { useLocation } from '@tanstack/react-router';
import { useCell } from '../core/cell.ts';
import { screenState } from '../core/screen.ts';
import { session } from '../core/session.ts';
import { homeRoom } from './rooms.ts';

/** The rooms that the person may enter, and the one whose page is open. */
export function useRooms(): { mine: readonly RoomEntry[]; current: RoomEntry | null } {
  const { user } = useCell(session);
  const { mobile } = useCell(screenState);
  const { pathname } = useLocation();
  const mine = rooms.filter(({ who }) => may(user && { ...user, role: roleOf(user.role) }, who));
  const path = pathname.replace(/\/$/, '');
  const current =
    path === '' ? homeRoom(mobile) : mine.find((room) => path === room.path || path.startsWith(`${room.path}/`));
  return { mine, current: current ?? null };
}
