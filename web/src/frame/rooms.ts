import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';

/** What `/lms` shows: the day (tab 3 of the phone). */
export const homeRoom = rooms.find(({ name }) => name === 'today') as RoomEntry;
