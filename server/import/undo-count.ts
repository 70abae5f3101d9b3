import { primaryKeySql } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';
import { importTables } from './tables.ts';
import { personTables } from './undo-people.ts';
import type { UndoableTable } from './undoable-table.ts';

/** Records of one table of a folder that an undo turned back, and those that it had to leave; a person is one. */
export interface UndoneRecordCounts {
  readonly file: string;
  readonly back: number;
  readonly left: number;
}

/** SQL: the rows of a table that an undo is about, whether each is back, and whether it stays as it is. */
function rowsSql(undoing: UndoableTable, columns: string): string {
  const { table } = undoing;
  return `select ${columns}u.done, not u.done and (u.before is not null or t."${undoing.key[0]}" is not null) as stays
    from undo_${table} u left join ${table} t on ${primaryKeySql(undoing, 't')} = u.key`;
}

/** Counts what an undo turned back as people count it, as the history does; runs at its end. */
export async function countUndoneRecords(
  db: ImportConnection,
  tables: readonly UndoableTable[],
): Promise<UndoneRecordCounts[]> {
  const counts: UndoneRecordCounts[] = [];
  const parts = tables
    .filter(({ table }) => personTables.has(table))
    .map((one) => rowsSql(one, 'u.key[1]::bigint as id, '));
  const photos = 'select id, true, false from changed_photo';
  const wasTeacher = tables.some(({ table }) => table === 'teacher')
    ? 'or id in (select key[1]::bigint from undo_teacher)'
    : '';
  counts.push(
    ...(await db.unsafe<UndoneRecordCounts[]>(
      `select case when id in (select id from teacher) ${wasTeacher} then 'teachers' else 'students' end as file,
         count(*) filter (where done and not stays)::int as back, count(*) filter (where stays)::int as left
       from (select id, bool_or(done) as done, bool_or(stays) as stays
         from (${[...parts, photos].join(' union all ')}) part (id, done, stays) group by id) one
       group by 1`,
    )),
  );
  for (const undoing of tables) {
    const described = importTables.find(({ into }) => into === undoing.table);
    if (!described || personTables.has(undoing.table)) continue;
    const [row] = await db.unsafe<Omit<UndoneRecordCounts, 'file'>[]>(
      `select count(*) filter (where done)::int as back, count(*) filter (where stays)::int as left
       from (${rowsSql(undoing, '')}) one`,
    );
    if (row) counts.push({ file: described.file, ...row });
  }
  return counts;
}
