import { offlineFiles as calls } from '@bilim/contract/offline-files.ts';
import { room } from '../../call/room.ts';
import { authorizeOfflineFiles } from './offline-files.access.ts';
import { readOfflineFiles } from './offline-files.queries.ts';

/** What a person keeps on a device, as it is on the server by now: files that changed, and those that are theirs no more. */
export const offlineFiles = room('offline-files', calls, {
  handlers: {
    async files({ db, caller, input }) {
      return await readOfflineFiles(
        db,
        await authorizeOfflineFiles(db, caller, input.id_books ?? [], input.id_eBook ?? []),
      );
    },
  },
});
