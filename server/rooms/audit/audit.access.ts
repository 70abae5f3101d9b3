import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';

/**
 * Whether somebody says how long entries are kept, which holds for all people: who looks after all accounts, and reads all entries.
 */
export const canChangeRetention = ({ permissions, limitedTo }: Caller): boolean =>
  (['audit', 'accounts'] as const).every((one) => permissions.includes(one) && !limitedTo[one]);

/** SQL condition over entries `a` with the person whom they concern: the caller's permission covers that one. */
export const isEntryInScope = (db: Db, { limitedTo: { audit } }: Caller) => isPersonAtFaculty(db, audit);

/** SQL condition: the person `a` is at one of these faculties; undefined: at any. */
export const isPersonAtFaculty = (db: Db, faculties: readonly number[] | undefined) =>
  faculties ? isAtFaculties(db, 'a.person_id', faculties) : db`true`;
