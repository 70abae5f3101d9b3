import barcode from 'icon:barcode';
import barcodeDuotone from 'icon:barcode-duotone';
import barcodeFill from 'icon:barcode-fill';
import calendar from 'icon:calendar-dots';
import calendarDuotone from 'icon:calendar-dots-duotone';
import calendarFill from 'icon:calendar-dots-fill';
import newspaper from 'icon:newspaper';
import newspaperDuotone from 'icon:newspaper-duotone';
import newspaperFill from 'icon:newspaper-fill';
import squares from 'icon:squares-four';
import squaresDuotone from 'icon:squares-four-duotone';
import squaresFill from 'icon:squares-four-fill';
import stamp from 'icon:stamp';
import stampDuotone from 'icon:stamp-duotone';
import stampFill from 'icon:stamp-fill';
import tray from 'icon:tray';
import trayDuotone from 'icon:tray-duotone';
import trayFill from 'icon:tray-fill';
import userCircle from 'icon:user-circle';
import userCircleDuotone from 'icon:user-circle-duotone';
import userCircleFill from 'icon:user-circle-fill';
import type { Drawing } from '../kit/Icon.tsx';
import type { RoomName } from './rooms.ts';

/** How a room looks in rail and tabs, there when it is open, and on its tile. */
export interface RoomIcons {
  plain: Drawing;
  current: Drawing;
  tile: Drawing;
}

/** Apart from the list of rooms, so that the sign-in page does not carry them. */
export const roomIcons: Readonly<Record<RoomName, RoomIcons>> = {
  news: { plain: newspaper, current: newspaperFill, tile: newspaperDuotone },
  schedule: { plain: calendar, current: calendarFill, tile: calendarDuotone },
  singlewindow: { plain: stamp, current: stampFill, tile: stampDuotone },
  paymentcode: { plain: barcode, current: barcodeFill, tile: barcodeDuotone },
  desk: { plain: tray, current: trayFill, tile: trayDuotone },
  profile: { plain: userCircle, current: userCircleFill, tile: userCircleDuotone },
  apps: { plain: squares, current: squaresFill, tile: squaresDuotone },
};
