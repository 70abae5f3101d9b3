import type { Fragment } from 'postgres';
import type { Db } from './database.ts';

/**
 * SQL, the end of a statement behind `where … and`: a page of rows, the latest first, after the one that was read last; null:
 * from the beginning.
 */
export const latestPageClause = (db: Db, id: `${string}.id`, before: number | null, size: number): Fragment =>
  db`${before === null ? db`true` : db`${db(id)} < ${before}`} order by ${db(id)} desc limit ${size}`;
