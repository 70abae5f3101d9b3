import type { Who } from '@bilim/contract/who.ts';

/**
 * A room as the routes know it. Routes, rail, phone tabs and apps page follow from this list; icons and page of each
 * stand in roomParts.ts, which the sign-in page does not carry.
 */
interface Entry {
  /** The room's name, also that of its texts and icons; `common:rooms.<name>` holds its title. */
  name: string;
  /** Rooms and parts whose texts its page speaks as well. */
  texts?: readonly string[];
  /** Its address below /lms. */
  path: string;
  who: Who;
  /** Colour of its tile on the apps page; without one it has no tile. */
  colour?: 'lake' | 'apricot' | 'juniper' | 'madder';
  /** Its place among the phone's tabs: 0 profile, 1 news, 2 chat, 3 apps. */
  tab?: 0 | 1 | 2 | 3;
  /** Stands in the apps rail of the desktop. */
  rail?: true;
}

/** In the order of the rail and of the apps page. A room that is not here does not show. */
const list = [
  {
    name: 'news',
    path: '/news',
    who: 'in',
    colour: 'lake',
    tab: 1,
    rail: true,
  },
  {
    name: 'chat',
    path: '/chat',
    who: 'in',
    colour: 'lake',
    tab: 2,
    rail: true,
  },
  {
    name: 'journal',
    path: '/journal',
    who: 'in',
    colour: 'apricot',
    rail: true,
  },
  {
    name: 'schedule',
    path: '/schedule',
    who: 'in',
    colour: 'juniper',
    rail: true,
  },
  {
    name: 'umk',
    texts: ['reader'],
    path: '/umk',
    who: 'in',
    colour: 'lake',
    rail: true,
  },
  {
    name: 'library',
    texts: ['reader'],
    path: '/library',
    who: 'in',
    colour: 'madder',
    rail: true,
  },
  {
    name: 'registration',
    path: '/registration',
    who: 'student',
    colour: 'juniper',
    rail: true,
  },
  {
    name: 'registrationoffice',
    path: '/registrationoffice',
    who: 'registration',
    colour: 'juniper',
    rail: true,
  },
  {
    name: 'singlewindow',
    path: '/singlewindow',
    who: 'in',
    colour: 'apricot',
    rail: true,
  },
  {
    name: 'paymentcode',
    path: '/paymentcode',
    who: 'student',
    colour: 'lake',
    rail: true,
  },
  {
    name: 'desk',
    texts: ['singlewindow'],
    path: '/desk',
    who: 'orders',
    colour: 'madder',
    rail: true,
  },
  {
    name: 'profile',
    path: '/profile',
    who: 'in',
    tab: 0,
  },
  {
    name: 'apps',
    path: '/apps',
    who: 'in',
    tab: 3,
    rail: true,
  },
] as const satisfies readonly Entry[];

export type RoomName = (typeof list)[number]['name'];
export type RoomEntry = Entry & { name: RoomName };

export const rooms: readonly RoomEntry[] = list;

/** The room of a name, or null when the portal has none. */
export function roomNamed(name: string): RoomEntry | null {
  return rooms.find((room) => room.name === name) ?? null;
}

/** What `/lms` shows: the news on the desktop, the apps (tab 3) on the phone. */
export function homeRoom(mobile: boolean): RoomEntry {
  const home = mobile ? null : roomNamed('news');
  return home ?? (roomNamed('apps') as RoomEntry);
}
