import { notices as calls } from '@bilim/contract/notices.ts';
import type { CallContext } from '../../call/room.ts';
import { room } from '../../call/room.ts';
import type { Reader } from '../../notices/kinds.queries.ts';
import { countNew, noteSeen, noteUnseen, noticesOf, sweepNotices } from '../../notices/notices.queries.ts';
import { NoticeKeeper } from './notices.keeper.ts';

const readerOf = ({
  caller,
  language,
  app,
}: Pick<CallContext, 'language' | 'app'> & { caller: Reader['caller'] }): Reader => ({
  caller,
  language,
  timeZone: app.settings.timeZone,
});

/** What is new for a person: one list of what all rooms have told. */
export const notices = room('notices', calls, {
  state: (app) => new NoticeKeeper(app),
  handlers: {
    async list(ctx) {
      return [await noticesOf(ctx.db, readerOf(ctx), ctx.input.before ?? null)];
    },

    async seen(ctx) {
      const { db, caller, input, tell } = ctx;
      if (await noteSeen(db, caller.uid, { ids: input.ids ?? [], upTo: input.upTo ?? null })) tell([`u:${caller.uid}`]);
      return [{ count: await countNew(db, readerOf(ctx)) }];
    },

    async unseen(ctx) {
      const { db, caller, input, tell } = ctx;
      if (await noteUnseen(db, caller.uid, input.ids ?? [])) tell([`u:${caller.uid}`]);
      return [{ count: await countNew(db, readerOf(ctx)) }];
    },
  },
  sweep: ({ database }) => sweepNotices(database.own),
  stop: (keeper) => keeper.stop(),
});
