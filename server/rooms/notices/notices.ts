import { notices as calls } from '@bilim/contract/notices.ts';
import type { CallContext } from '../../call/room.ts';
import { room } from '../../call/room.ts';
import type { Reader } from '../../notices/kinds.queries.ts';
import { countNew, noteSeen, noteUnseen, noticesOf } from '../../notices/notices.queries.ts';
import { NoticeKeeper } from './notices.keeper.ts';

const readerOf = ({
  caller,
  language,
  house,
}: Pick<CallContext, 'language' | 'house'> & { caller: Reader['caller'] }): Reader => ({
  caller,
  language,
  timeZone: house.settings.timeZone,
});

/** What is new for a person: one list of what all rooms have told. */
export const notices = room('notices', calls, {
  state: (house) => new NoticeKeeper(house),
  handlers: {
    async list(ask) {
      return [await noticesOf(ask.db, readerOf(ask), ask.input.before ?? null)];
    },

    async seen(ask) {
      const { db, caller, input, tell } = ask;
      if (await noteSeen(db, caller.uid, { ids: input.ids ?? [], upTo: input.upTo ?? null })) tell([`u:${caller.uid}`]);
      return [{ count: await countNew(db, readerOf(ask)) }];
    },

    async unseen(ask) {
      const { db, caller, input, tell } = ask;
      if (await noteUnseen(db, caller.uid, input.ids ?? [])) tell([`u:${caller.uid}`]);
      return [{ count: await countNew(db, readerOf(ask)) }];
    },
  },
  stop: (keeper) => keeper.stop(),
});
