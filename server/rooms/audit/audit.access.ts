import type { Caller } from '../../auth/session.ts';
import type { Db } from '../../database/database.ts';
import { isAtFaculties } from '../../university/faculties.queries.ts';

/** SQL condition over acts `a` with the person whom they concern: the caller's permission covers that one. */
export const isActInScope = (db: Db, { limitedTo: { audit } }: Caller) =>
  audit ? isAtFaculties(db, 'a.person_id', audit) : db`true`;
