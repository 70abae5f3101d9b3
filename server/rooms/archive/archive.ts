import { archive as calls } from '@bilim/contract/archive.ts';
import { insertAuditEntry } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { sendObject } from '../../files/send-object.ts';
import { deleteExpiredArchives, readArchiveState, readReadyArchive, requestArchive } from './archive.jobs.queries.ts';
import { ArchiveMaker } from './archive.maker.ts';
import { readDatabaseTime } from './archive.queries.ts';

/** Seconds for which a key opens the archive. */
const keyLasts = 300;
const purpose = 'archive';

const signed = ({ uid, sessionId }: Caller, until: string) => `${uid}|${sessionId}|${until}`;

/**
 * The archive of a person's own data. It is requested and made in the background; downloads are counted and audited.
 * The file is a link that the browser streams to the disk, and that is worth nothing in another session.
 */
export const archive = room('archive', calls, {
  state: (app) => new ArchiveMaker(app),
  stop: (maker) => maker.stop(),
  sweep: async ({ database, files }) => await files.remove(await deleteExpiredArchives(database.autocommit)),

  handlers: {
    async state({ db, caller }) {
      return [await readArchiveState(db, caller.uid)];
    },

    async make({ db, caller, language, app, request, state: maker, publish, afterCommit }) {
      const replaced = await requestArchive(db, caller.uid, language);
      if (replaced) {
        await insertAuditEntry(db, request, 'profile.archive', caller.uid, {});
        publish([`u:${caller.uid}`]);
      }
      afterCommit(() => {
        maker.wake();
        void app.files
          .remove(replaced ?? [])
          .catch((err) => request.log.warn({ err }, 'an old archive stays for a day'));
      });
      return [await readArchiveState(db, caller.uid)];
    },

    async key({ db, caller, app, request }) {
      if ((await readReadyArchive(db, caller.uid)) === null) throw new Refusal('archive.none', 404);
      const until = String((await readDatabaseTime(db)) + keyLasts);
      await insertAuditEntry(db, request, 'profile.archiveTaken', caller.uid, {});
      return [{ key: `${until}.${app.signer.sign(purpose, signed(caller, until))}` }];
    },

    async file({ db, caller, app, input, request }) {
      const [until = '', signature = ''] = input.key.split('.');
      const isSigned = app.signer.isSigned(purpose, signed(caller, until), signature);
      if (!isSigned || Number(until) < (await readDatabaseTime(db))) throw new Refusal('archive.over', 404);
      const key = await readReadyArchive(db, caller.uid);
      if (key === null) throw new Refusal('archive.none', 404);
      return async () => {
        const sent = await sendObject(request, app.files.store, key);
        return {
          ...sent,
          headers: {
            ...sent.headers,
            'Content-Type': 'application/zip',
            'Content-Disposition': 'attachment; filename="bilim-archive.zip"',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          },
        };
      };
    },
  },
});
