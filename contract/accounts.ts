import { call } from './call.ts';
import * as f from './fields.ts';

/** A person by whom, or with whom, something was done. */
const person = f.object({ uid: f.integer(), fullName: f.string() });

/** How many people need something, the first two of them by name, and since when the last one does. */
const waiting = f.object({ people: f.integer(), names: f.array(f.string()), last: f.nullable(f.timestamp()) });

/** For who looks after the accounts of a university, and after the portal itself. */
export const accounts = {
  /** What the day of an administrator begins with. Who has the permission at some faculties sees names of there alone. */
  overview: call({
    path: '/api/accounts/overview.json',
    method: 'POST',
    access: 'accounts',
    reads: 'long',
    input: f.noFields(),
    output: f.array(
      f.object({
        /** People who did something within the last five minutes. */
        present: f.integer(),
        /** Sign-ins since midnight at the university, by its hours; hours without any are left out. */
        signIns: f.integer(),
        hours: f.array(f.object({ hour: f.integer(), count: f.integer() })),
        /** Browsers that have to wait at an account, because too many passwords were wrong. */
        blocked: f.integer(),
        /** The accounts at which they wait, at most five, with the wrong passwords of the last hour. */
        guessed: f.array(
          f.object({
            uid: f.integer(),
            fullName: f.string(),
            login: f.string(),
            wrong: f.integer(),
            until: f.timestamp(),
          }),
        ),
        /** People who asked for a new password from the sign-in page, the newest first. */
        asked: waiting,
        /** People of whom a right ends within 30 days, the nearest end first. */
        ending: waiting,
        /** Open accounts that nobody ever signed in to, and the group with the most of them. */
        never: f.integer(),
        neverGroup: f.nullable(f.object({ name: f.string(), count: f.integer() })),
        /** An import is running. */
        isImporting: f.boolean(),
        /** When the newest import was refused, and with how many faults. */
        refusedImport: f.nullable(f.object({ at: f.timestamp(), faults: f.integer() })),
        /** Newest first, at most six; consecutive actions that are alike are grouped. */
        acts: f.array(
          f.object({
            id: f.integer(),
            action: f.string(),
            at: f.timestamp(),
            /** Null: a command on the server. */
            by: f.nullable(person),
            /** With whom, or in the name of which office; null: with nobody. */
            whom: f.nullable(f.string()),
            /** How many people more than `whom` it concerns. */
            more: f.integer(),
            /** The permissions that were given or taken. */
            rights: f.array(f.string()),
            /**
             * By the action: rows that were imported, saved, restored or removed; faults that were found; the number of the
             * import that was undone; otherwise how many equal actions this line stands for.
             */
            count: f.integer(),
          }),
        ),
        backup: f.nullable(f.object({ at: f.timestamp(), rows: f.number(), files: f.integer() })),
        /** When the rows of the audit were last held against their chain, how many, and whether all are as they were written. */
        auditCheck: f.nullable(f.object({ at: f.timestamp(), rows: f.number(), holds: f.boolean() })),
        /** The disk on which the portal keeps files, in bytes; null: it does not say. */
        disk: f.nullable(f.object({ total: f.number(), free: f.number() })),
        version: f.string(),
        /** When the process that answers was started. */
        since: f.timestamp(),
      }),
    ),
  }),
};
