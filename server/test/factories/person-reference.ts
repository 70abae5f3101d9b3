import type postgres from 'postgres';
import type { Db } from '../../database/database.ts';

/** Whom a factory makes something for: the id of a person, or the login of an account. */
export type PersonReference = number | string;

/** The id of a person, as a part of a statement; null, which no table takes, where there is no such login. */
export const personIdFragment = (db: Db, who: PersonReference): postgres.PendingQuery<postgres.Row[]> =>
  typeof who === 'number' ? db`${who}::bigint` : db`(select person_id from account where login = ${who})`;
