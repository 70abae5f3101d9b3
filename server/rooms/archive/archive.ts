import { Readable } from 'node:stream';
import { archive as calls } from '@bilim/contract/archive.ts';
import { noteInAct } from '../../auth/audit.ts';
import type { Caller } from '../../auth/session.ts';
import { room } from '../../call/room.ts';
import { Refusal } from '../../core/refusal.ts';
import { archiveFiles } from './archive.content.ts';
import { databaseSeconds } from './archive.queries.ts';
import { writeZip } from './archive.zip.ts';

/** Seconds for which a key opens the archive. */
const keyLasts = 300;
const purpose = 'archive';

const signed = ({ uid, sessionId }: Caller, until: string) => `${uid}|${sessionId}|${until}`;

/**
 * A person's own data. Asking is the act that is counted and written down; the file itself is a link, which a browser
 * saves to the disk piece by piece, and which is worth nothing in another session.
 */
export const archive = room('archive', calls, {
  handlers: {
    async make({ db, caller, app, request }) {
      const until = String((await databaseSeconds(db)) + keyLasts);
      await noteInAct(db, request, 'profile.archive', caller.uid, {});
      return [{ key: `${until}.${app.signer.sign(purpose, signed(caller, until))}` }];
    },

    async file({ caller, language, app, input }) {
      const [until = '', signature = ''] = input.key.split('.');
      const now = await app.database.read(databaseSeconds);
      if (!app.signer.isSigned(purpose, signed(caller, until), signature) || Number(until) < now)
        throw new Refusal('archive.over', 404);
      return {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="bilim-archive.zip"',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        },
        body: Readable.from(writeZip(archiveFiles({ app, caller, language })), { objectMode: false, highWaterMark: 1 }),
      };
    },
  },
});
