import type { Who } from '@bilim/contract/who.ts';
import type { ComponentType } from 'react';

/** A room as the shell knows it. Rail, phone tabs, apps page and routes follow from this list alone. */
interface Entry {
  /** The room's name, also that of its texts and icons; `common:rooms.<name>` holds its title. */
  name: string;
  /** Its address below /lms. */
  path: string;
  who: Who;
  /** Colour of its tile on the apps page; without one it has no tile. */
  colour?: 'lake' | 'apricot' | 'juniper' | 'madder';
  /** Its place among the phone's tabs: 0 profile, 1 news, 2 chat, 3 apps. */
  tab?: 0 | 1 | 2 | 3;
  /** Stands in the apps rail of the desktop. */
  rail?: true;
  page: () => Promise<{ default: ComponentType }>;
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
    page: () => import('../rooms/news/NewsPage.tsx'),
  },
  {
    name: 'schedule',
    path: '/schedule',
    who: 'in',
    colour: 'juniper',
    rail: true,
    page: () => import('../rooms/schedule/SchedulePage.tsx'),
  },
  {
    name: 'singlewindow',
    path: '/singlewindow',
    who: 'in',
    colour: 'apricot',
    rail: true,
    page: () => import('../rooms/singlewindow/SinglewindowPage.tsx'),
  },
  {
    name: 'paymentcode',
    path: '/paymentcode',
    who: 'student',
    colour: 'lake',
    rail: true,
    page: () => import('../rooms/paymentcode/PaymentcodePage.tsx'),
  },
  {
    name: 'desk',
    path: '/desk',
    who: 'orders',
    colour: 'madder',
    rail: true,
    page: () => import('../rooms/singlewindow/DeskPage.tsx'),
  },
  {
    name: 'profile',
    path: '/profile',
    who: 'in',
    colour: 'juniper',
    tab: 0,
    page: () => import('../rooms/profile/ProfilePage.tsx'),
  },
  {
    name: 'apps',
    path: '/apps',
    who: 'in',
    tab: 3,
    rail: true,
    page: () => import('../rooms/apps/AppsPage.tsx'),
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
