import { kept as calls } from '@bilim/contract/kept.ts';
import { room } from '../../call/room.ts';
import { openKept } from './kept.access.ts';
import { readKeptFiles } from './kept.queries.ts';

/** What a person keeps on a device, as it is on the server by now: files that changed, and those that are theirs no more. */
export const kept = room('kept', calls, {
  handlers: {
    async files({ db, caller, input }) {
      return await readKeptFiles(db, await openKept(db, caller, input.id_books ?? [], input.id_eBook ?? []));
    },
  },
});
