import type { Db } from '../database/database.ts';
import { collectGroupMoves } from './groups.queries.ts';
import { collectClassChanges } from './lessons.queries.ts';
import { collectStreamMoves } from './stream-moves.queries.ts';

/** What this transaction may have changed: tables whose rows before it are in `before_<table>`. */
export interface ChangedTables {
  readonly timetable: boolean;
  readonly groups: boolean;
  readonly streams: boolean;
}

/**
 * Finds whom this transaction concerns, by comparing with what was before it. Leaves them in the temporary table
 * `affected`, one row a person and kind of notice, and gives how many people they are.
 */
export async function collectAffectedPeople(
  db: Db,
  day: string,
  { timetable, groups, streams }: ChangedTables,
): Promise<number> {
  await db`
    create temp table affected (
      kind text not null, person_id bigint not null, count int not null, thing bigint not null, step text not null,
      detail jsonb not null) on commit drop`;
  if (timetable) await collectClassChanges(db, day);
  if (groups) await collectGroupMoves(db, day);
  if (streams) await collectStreamMoves(db, day);
  const [row] = await db<{ people: number }[]>`select count(distinct person_id)::int as people from affected`;
  return row?.people ?? 0;
}
