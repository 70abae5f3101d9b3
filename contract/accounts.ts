import { call } from './call.ts';
import * as f from './fields.ts';

/** A person by whom, or with whom, something was done. */
const person = f.shape({ uid: f.int(), fullName: f.str() });

/** How many people need something, the first two of them by name, and since when the last one does. */
const waiting = f.shape({ people: f.int(), names: f.rows(f.str()), last: f.nullable(f.timestamp()) });

/** For who looks after the accounts of a university, and after the portal itself. */
export const accounts = {
  /** What the day of an administrator begins with. Who has the permission at some faculties sees names of there alone. */
  overview: call({
    path: '/api/accounts/overview.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.noFields(),
    output: f.rows(
      f.shape({
        /** People who did something within the last five minutes. */
        present: f.int(),
        /** Sign-ins since midnight at the university, by its hours; hours without any are left out. */
        signIns: f.int(),
        hours: f.rows(f.shape({ hour: f.int(), count: f.int() })),
        /** Browsers that have to wait at an account, because too many passwords were wrong. */
        blocked: f.int(),
        /** The accounts at which they wait, at most five, with the wrong passwords of the last hour. */
        guessed: f.rows(
          f.shape({ uid: f.int(), fullName: f.str(), login: f.str(), wrong: f.int(), until: f.timestamp() }),
        ),
        /** People who asked for a new password from the sign-in page, the newest first. */
        asked: waiting,
        /** People of whom a right ends within 30 days, the nearest end first. */
        ending: waiting,
        /** Open accounts that nobody ever signed in to, and the group with the most of them. */
        never: f.int(),
        neverGroup: f.nullable(f.shape({ name: f.str(), count: f.int() })),
        /** An import is running. */
        isImporting: f.bool(),
        /** When the newest import was refused, and with how many faults. */
        refusedImport: f.nullable(f.shape({ at: f.timestamp(), faults: f.int() })),
        /** Newest first, at most six; consecutive actions that are alike are grouped. */
        acts: f.rows(
          f.shape({
            id: f.int(),
            action: f.str(),
            at: f.timestamp(),
            /** Null: a command on the server. */
            by: f.nullable(person),
            /** With whom, or in the name of which office; null: with nobody. */
            whom: f.nullable(f.str()),
            /** How many people more than `whom` it concerns. */
            more: f.int(),
            /** The permissions that were given or taken. */
            rights: f.rows(f.str()),
            /**
             * By the action: rows that were imported, saved, restored or removed; faults that were found; the number of the
             * import that was undone; otherwise how many equal actions this line stands for.
             */
            count: f.int(),
          }),
        ),
        backup: f.nullable(f.shape({ at: f.timestamp(), rows: f.num(), files: f.int() })),
        /** When the rows of the audit were last held against their chain, how many, and whether all are as they were written. */
        auditCheck: f.nullable(f.shape({ at: f.timestamp(), rows: f.num(), holds: f.bool() })),
        /** The disk on which the portal keeps files, in bytes; null: it does not tell. */
        disk: f.nullable(f.shape({ total: f.num(), free: f.num() })),
        version: f.str(),
        /** When the process that answers was started. */
        since: f.timestamp(),
      }),
    ),
  }),
};
