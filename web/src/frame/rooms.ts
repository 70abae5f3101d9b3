import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';

/** The room of a name, or null when the portal has none. */
export function roomNamed(name: string): RoomEntry | null {
  return rooms.find((room) => room.name === name) ?? null;
}

/** What `/lms` shows: the news on the desktop, the apps (tab 3) on the phone. */
export function homeRoom(mobile: boolean): RoomEntry {
  const home = mobile ? null : roomNamed('news');
  return home ?? (roomNamed('apps') as RoomEntry);
}
