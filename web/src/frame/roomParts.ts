import newspaper from 'icon:newspaper';
import newspaperDuotone from 'icon:newspaper-duotone';
import newspaperFill from 'icon:newspaper-fill';
import notebook from 'icon:notebook';
import notebookDuotone from 'icon:notebook-duotone';
import notebookFill from 'icon:notebook-fill';
import squares from 'icon:squares-four';
import squaresDuotone from 'icon:squares-four-duotone';
import squaresFill from 'icon:squares-four-fill';
import userCircle from 'icon:user-circle';
import userCircleDuotone from 'icon:user-circle-duotone';
import userCircleFill from 'icon:user-circle-fill';
import type { ComponentType } from 'react';
import type { Drawing } from '../kit/Icon.tsx';
import type { RoomName } from './rooms.ts';

/** How a room looks in rail and tabs, there when it is open, and on its tile; and its page, fetched when needed. */
export interface RoomParts {
  plain: Drawing;
  current: Drawing;
  tile: Drawing;
  page: () => Promise<{ default: ComponentType }>;
}

/** The parts of every room in the list. */
export const roomParts: Readonly<Record<RoomName, RoomParts>> = {
  news: {
    plain: newspaper,
    current: newspaperFill,
    tile: newspaperDuotone,
    page: () => import('../rooms/news/NewsPage.tsx'),
  },
  journal: {
    plain: notebook,
    current: notebookFill,
    tile: notebookDuotone,
    page: () => import('../rooms/journal/JournalPage.tsx'),
  },
  profile: {
    plain: userCircle,
    current: userCircleFill,
    tile: userCircleDuotone,
    page: () => import('../rooms/profile/ProfilePage.tsx'),
  },
  apps: {
    plain: squares,
    current: squaresFill,
    tile: squaresDuotone,
    page: () => import('../rooms/apps/AppsPage.tsx'),
  },
};
