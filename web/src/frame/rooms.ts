import type { Who } from '@bilim/contract/who.ts';
import squares from 'icon:squares-four';
import squaresDuotone from 'icon:squares-four-duotone';
import squaresFill from 'icon:squares-four-fill';
import userCircle from 'icon:user-circle';
import userCircleDuotone from 'icon:user-circle-duotone';
import userCircleFill from 'icon:user-circle-fill';
import type { ComponentType } from 'react';
import type { Drawing } from '../kit/Icon.tsx';

/** A room as the shell knows it. Rail, phone tabs, apps page and routes follow from this list alone. */
export interface RoomEntry {
  /** The room's name, also that of its texts; `common:rooms.<name>` holds its title. */
  name: string;
  /** Its address below /lms. */
  path: string;
  who: Who;
  icon: Drawing;
  iconCurrent: Drawing;
  /** Drawing and colour of its tile on the apps page; without a colour it has none. */
  tile: Drawing;
  colour?: 'lake' | 'apricot' | 'juniper' | 'madder';
  /** Its place among the phone's tabs: 0 profile, 1 news, 2 chat, 3 apps. */
  tab?: 0 | 1 | 2 | 3;
  /** Stands in the apps rail of the desktop. */
  rail?: true;
  page: () => Promise<{ default: ComponentType }>;
}

/** In the order of the rail and of the apps page. A room that is not here does not show. */
export const rooms: readonly RoomEntry[] = [
  {
    name: 'profile',
    path: '/profile',
    who: 'in',
    icon: userCircle,
    iconCurrent: userCircleFill,
    tile: userCircleDuotone,
    tab: 0,
    page: () => import('../rooms/profile/ProfilePage.tsx'),
  },
  {
    name: 'apps',
    path: '/apps',
    who: 'in',
    icon: squares,
    iconCurrent: squaresFill,
    tile: squaresDuotone,
    tab: 3,
    rail: true,
    page: () => import('../rooms/apps/AppsPage.tsx'),
  },
];

/** The room of a name, or null when the portal has none. */
export function roomNamed(name: string): RoomEntry | null {
  return rooms.find((room) => room.name === name) ?? null;
}

/** What `/lms` shows: the news on the desktop, the apps (tab 3) on the phone. */
export function homeRoom(mobile: boolean): RoomEntry {
  const home = mobile ? null : roomNamed('news');
  return home ?? (roomNamed('apps') as RoomEntry);
}
