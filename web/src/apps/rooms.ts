import type { RoomEntry } from '@bilim/contract/rooms.ts';
import { createContext } from 'react';
import type { IconDrawing } from '../kit/Icon.tsx';

/** A room of the portal as a page offers it. */
export interface RoomTile {
  name: string;
  path: string;
  tile: IconDrawing;
  colour?: RoomEntry['colour'];
}

/** The rooms that the person may enter; the shell fills it from its list. */
export const OwnRoomsContext = createContext<readonly RoomTile[]>([]);
