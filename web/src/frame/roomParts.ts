import barcode from 'icon:barcode';
import barcodeDuotone from 'icon:barcode-duotone';
import barcodeFill from 'icon:barcode-fill';
import books from 'icon:books';
import booksDuotone from 'icon:books-duotone';
import booksFill from 'icon:books-fill';
import calendar from 'icon:calendar-dots';
import calendarDuotone from 'icon:calendar-dots-duotone';
import calendarFill from 'icon:calendar-dots-fill';
import chats from 'icon:chats-circle';
import chatsDuotone from 'icon:chats-circle-duotone';
import chatsFill from 'icon:chats-circle-fill';
import clipboard from 'icon:clipboard-text';
import clipboardDuotone from 'icon:clipboard-text-duotone';
import clipboardFill from 'icon:clipboard-text-fill';
import checks from 'icon:list-checks';
import checksDuotone from 'icon:list-checks-duotone';
import checksFill from 'icon:list-checks-fill';
import newspaper from 'icon:newspaper';
import newspaperDuotone from 'icon:newspaper-duotone';
import newspaperFill from 'icon:newspaper-fill';
import notebook from 'icon:notebook';
import notebookDuotone from 'icon:notebook-duotone';
import notebookFill from 'icon:notebook-fill';
import squares from 'icon:squares-four';
import squaresDuotone from 'icon:squares-four-duotone';
import squaresFill from 'icon:squares-four-fill';
import stack from 'icon:stack';
import stackDuotone from 'icon:stack-duotone';
import stackFill from 'icon:stack-fill';
import stamp from 'icon:stamp';
import stampDuotone from 'icon:stamp-duotone';
import stampFill from 'icon:stamp-fill';
import tray from 'icon:tray';
import trayDuotone from 'icon:tray-duotone';
import trayFill from 'icon:tray-fill';
import userCircle from 'icon:user-circle';
import userCircleDuotone from 'icon:user-circle-duotone';
import userCircleFill from 'icon:user-circle-fill';
import type { ComponentType } from 'react';
import type { Drawing } from '../kit/Icon.tsx';
import type { RoomName } from './rooms.ts';

interface Page {
  default: ComponentType;
  /** Fetches what comes by itself and must be there before the page is drawn. */
  prepare?(): Promise<void>;
}

/** How a room looks in rail and tabs, there when it is open, and on its tile; and its page, fetched when needed. */
export interface RoomParts {
  plain: Drawing;
  current: Drawing;
  tile: Drawing;
  page: () => Promise<Page>;
}

/** The parts of every room in the list. */
export const roomParts: Readonly<Record<RoomName, RoomParts>> = {
  news: {
    plain: newspaper,
    current: newspaperFill,
    tile: newspaperDuotone,
    page: () => import('../rooms/news/NewsPage.tsx'),
  },
  chat: {
    plain: chats,
    current: chatsFill,
    tile: chatsDuotone,
    page: () => import('../rooms/chat/ChatPage.tsx'),
  },
  journal: {
    plain: notebook,
    current: notebookFill,
    tile: notebookDuotone,
    page: () => import('../rooms/journal/JournalPage.tsx'),
  },
  schedule: {
    plain: calendar,
    current: calendarFill,
    tile: calendarDuotone,
    page: () => import('../rooms/schedule/SchedulePage.tsx'),
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
  registration: {
    plain: checks,
    current: checksFill,
    tile: checksDuotone,
    page: () => import('../rooms/registration/RegistrationPage.tsx'),
  },
  registrationoffice: {
    plain: clipboard,
    current: clipboardFill,
    tile: clipboardDuotone,
    page: () => import('../rooms/registrationoffice/OfficePage.tsx'),
  },
  singlewindow: {
    plain: stamp,
    current: stampFill,
    tile: stampDuotone,
    page: () => import('../rooms/singlewindow/SinglewindowPage.tsx'),
  },
  paymentcode: {
    plain: barcode,
    current: barcodeFill,
    tile: barcodeDuotone,
    page: () => import('../rooms/paymentcode/PaymentcodePage.tsx'),
  },
  desk: {
    plain: tray,
    current: trayFill,
    tile: trayDuotone,
    page: () => import('../rooms/singlewindow/DeskPage.tsx'),
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
