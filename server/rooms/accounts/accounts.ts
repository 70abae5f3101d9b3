import { statfs } from 'node:fs/promises';
import { accounts as calls } from '@bilim/contract/accounts.ts';
import { room } from '../../call/room.ts';
import { SharedCountCache } from '../../call/shared-counts.ts';
import { now } from '../../core/clock.ts';
import { version } from '../../core/version.ts';
import { groupAuditEntries } from './accounts.audit.ts';
import { begins } from './accounts.begins.ts';
import {
  countActivePeople,
  countNeverSignedIn,
  countSignIns,
  readExpiringPermissions,
  readImportAndBackupState,
  readNewestAuditEntries,
  readPasswordRequests,
  readThrottledAccounts,
  type VisibleFaculties,
} from './accounts.queries.ts';

/** For who looks after the accounts, and after the portal itself. */
export const accounts = room('accounts', calls, {
  begins,
  state: ({ database }) =>
    new SharedCountCache(database, (db, { faculties }: { faculties: VisibleFaculties }) =>
      countNeverSignedIn(db, faculties),
    ),
  handlers: {
    async overview({ db, caller, language, state: counting, app: { settings } }) {
      const faculties = caller.limitedTo.accounts;
      const [presence, hours, guessed, asked, ending, never, state, entries, disk] = await Promise.all([
        countActivePeople(db),
        countSignIns(db, settings.timeZone),
        readThrottledAccounts(db, faculties),
        readPasswordRequests(db, faculties),
        readExpiringPermissions(db, faculties),
        counting.ask(db, { faculties }),
        readImportAndBackupState(db),
        readNewestAuditEntries(db, faculties, language),
        diskOf(settings.dataDir),
      ]);
      return [
        {
          ...presence,
          signIns: hours.reduce((sum, { count }) => sum + count, 0),
          hours,
          guessed,
          asked,
          ending,
          ...never,
          ...state,
          acts: groupAuditEntries(entries),
          disk,
          version,
          since: new Date(now().getTime() - process.uptime() * 1000).toISOString(),
        },
      ];
    },
  },
});

/** How large the disk of a folder is, and how much of it is left to the portal; null where the system does not say. */
async function diskOf(folder: string): Promise<{ total: number; free: number } | null> {
  const stats = await statfs(folder).catch(() => null);
  return stats && stats.blocks > 0 ? { total: stats.blocks * stats.bsize, free: stats.bavail * stats.bsize } : null;
}
