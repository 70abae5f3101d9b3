import assets from 'rooms:assets';
import type { RoomName } from '@bilim/contract/rooms.ts';
import type { ComponentType } from 'react';
import type { IconDrawing } from '../kit/Icon.tsx';

interface Page {
  default: ComponentType;
  /** Fetches what comes by itself and must be there before the page is drawn. */
  prepare?(): Promise<void>;
}

/** How a room looks in rail and tabs, there when it is open, and on its tile; and its page, fetched when needed. */
interface RoomAssets {
  plain: IconDrawing;
  current: IconDrawing;
  tile: IconDrawing;
  page: () => Promise<Page>;
}

/** Icons and page of every room in the registry, which the sign-in page does not carry; the build makes them. */
export const roomAssets = assets as Readonly<Record<RoomName, RoomAssets>>;
