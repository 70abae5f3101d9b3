import { live as calls } from '@bilim/contract/live.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';

/** The line on which rooms notify browsers that something changed. */
export const live = room('live', calls, {
  handlers: {
    async stream({ caller, app, input, request, reply }) {
      // A page of another site must not hang on the line with our cookie.
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') throw new Refusal('call.csrf', 403);
      const sid = request.cookies[app.sessions.cookieName] ?? '';
      app.live.checkRoom(caller, sid);
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
      ) as Record<string, string>;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      });
      app.live.open(caller, sid, reply.raw, { recent: input.recent ?? false, rights: input.rights ?? null });
      return undefined;
    },
  },
});
