import { notices as calls } from '@bilim/contract/notices.ts';
import type { CallContext } from '../../call/room.ts';
import { room } from '../../call/room.ts';
import type { NoticeReader } from '../../notices/kinds.queries.ts';
import {
  countUnseenNotices,
  markNoticesSeen,
  markNoticesUnseen,
  readNotices,
  sweepNotices,
} from '../../notices/notices.queries.ts';
import { begins } from './notices.begins.ts';
import { NoticeScheduler } from './notices.scheduler.ts';

const readerOf = ({
  caller,
  language,
  app,
}: Pick<CallContext, 'language' | 'app'> & { caller: NoticeReader['caller'] }): NoticeReader => ({
  caller,
  language,
  timeZone: app.settings.timeZone,
});

/** What is new for a person: one list of the notices of all rooms. */
export const notices = room('notices', calls, {
  begins,
  state: (app) => new NoticeScheduler(app),
  handlers: {
    async list(ctx) {
      return [await readNotices(ctx.db, readerOf(ctx), ctx.input.before ?? null)];
    },

    async seen(ctx) {
      const { db, caller, input, publish } = ctx;
      if (await markNoticesSeen(db, caller.uid, { ids: input.ids ?? [], upTo: input.upTo ?? null }))
        publish([`u:${caller.uid}`]);
      return [{ count: await countUnseenNotices(db, readerOf(ctx)) }];
    },

    async unseen(ctx) {
      const { db, caller, input, publish } = ctx;
      if (await markNoticesUnseen(db, caller.uid, input.ids ?? [])) publish([`u:${caller.uid}`]);
      return [{ count: await countUnseenNotices(db, readerOf(ctx)) }];
    },
  },
  sweep: ({ database }) => sweepNotices(database.autocommit),
  stop: (keeper) => keeper.stop(),
});
