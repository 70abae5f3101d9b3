import books from 'icon:books';
import booksDuotone from 'icon:books-duotone';
import booksFill from 'icon:books-fill';
import newspaper from 'icon:newspaper';
import newspaperDuotone from 'icon:newspaper-duotone';
import newspaperFill from 'icon:newspaper-fill';
import squares from 'icon:squares-four';
import squaresDuotone from 'icon:squares-four-duotone';
import squaresFill from 'icon:squares-four-fill';
import stack from 'icon:stack';
import stackDuotone from 'icon:stack-duotone';
import stackFill from 'icon:stack-fill';
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
  umk: {
    plain: stack,
    current: stackFill,
    tile: stackDuotone,
    page: () => import('../rooms/umk/UmkPage.tsx'),
  },
  library: {
    plain: books,
    current: booksFill,
    tile: booksDuotone,
    page: () => import('../rooms/library/LibraryPage.tsx'),
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
