import { formatCell } from './check.ts';
import type { ImportReport } from './report.ts';
import { primaryKeySql } from './snapshots.ts';
import { type ImportConnection, keyTextColumns } from './stage.ts';
import { importTables, requireColumn } from './tables.ts';
import { personTables } from './undo-people.ts';
import type { UndoableTable } from './undoable-table.ts';

/** Names what could not be turned back, each person once (`named`); runs at the end of an undo. */
export async function reportRowsNotUndone(
  db: ImportConnection,
  undoing: UndoableTable,
  named: Set<string>,
  report: ImportReport,
): Promise<void> {
  const { table } = undoing;
  // What the folder said last is nobody's row.
  if (table === 'imported_value') return;
  const code = table === 'permission' ? 'undo.right' : 'undo.left';
  if (personTables.has(table)) {
    const people = await db<{ code: string; teaches: boolean }[]>`
      select p.code, exists (select from teacher where id = p.id) as teaches
      from ${db(`undo_${table}`)} u join person p on p.id = u.key[1]::bigint
      where not u.done and p.code <> all (${[...named]}) order by 1 limit 1000`;
    for (const person of people) {
      named.add(person.code);
      report.warning('undo.left', { file: person.teaches ? 'teachers' : 'students' }, { value: person.code });
    }
    return;
  }
  const described = importTables.find(({ into }) => into === table);
  if (!described) return;
  const joins: string[] = [];
  const texts = keyTextColumns(described, 't', joins);
  const rows = await db.unsafe<{ cells: (string | null)[]; removed: boolean }[]>(
    `select array[${texts.join(', ')}]::text[] as cells, t.removed from (
       select r.*, true as removed from undo_${table} u
         cross join lateral jsonb_populate_record(null::${table}, u.before) r where not u.done and u.before is not null
       union all
       select x.*, false from undo_${table} u join ${table} x on ${primaryKeySql(undoing, 'x')} = u.key
         where not u.done and u.before is null) t
     ${joins.join(' ')} order by 1 limit 1000`,
  );
  for (const { cells, removed } of rows) {
    const value = cells.map((cell, place) =>
      formatCell(requireColumn(described, described.key[place] ?? ''), cell ?? ''),
    );
    report.warning(removed ? code : 'undo.left', { file: described.file }, { value: value.filter(Boolean).join(', ') });
  }
}
