import type { LastUsedSelection } from '@bilim/contract/initial-selection.ts';
import { start as calls } from '@bilim/contract/start.ts';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { PageStart } from '../../call/page-start.ts';
import { type Room, room } from '../../call/room.ts';

/** Pages that one person opens from the server in a minute: ten tabs that are restored, and are restored again. */
const pagesAMinute = (percent: number): number => Math.round((60 * percent) / 100);

/** What a page begins with: each room says which of its calls, and they answer by themselves. */
export const createStartRoom = (rooms: readonly Room[]): Room =>
  room('start', calls, {
    handlers: {
      async page({ input, app, request }) {
        const { page, wide = false, search = '', used = '' } = input;
        const caller = await app.sessions.find(request.cookies[app.sessions.cookieName]);
        // One answer stands for a dozen calls, some of which search.
        if (caller) app.rateLimit.count(`start.page|${caller.uid}`, pagesAMinute(app.settings.ratePercent), 60_000);
        const selection = readUrlSelection(Object.fromEntries(new URLSearchParams(search)));
        const start = new PageStart(request, {
          ...{ page, wide, selection, used: readUsed(used), timeZone: app.settings.timeZone },
          caller: page === 'login' ? null : caller,
        });
        await Promise.all(rooms.map(({ begins }) => begins?.(start)));
        return start.replies;
      },
    },
  });

/** What the browser says was used last; anything else that it says is nothing. */
function readUsed(text: string): LastUsedSelection | null {
  try {
    const used = JSON.parse(text) as LastUsedSelection | null;
    return typeof used === 'object' && used !== null && typeof used.d === 'string' ? used : null;
  } catch {
    return null;
  }
}
