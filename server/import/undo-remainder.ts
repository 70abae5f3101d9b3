import type { Language } from '../core/translations.ts';
import { formatCell } from './check.ts';
import type { ImportReport } from './report.ts';
import { primaryKeySql } from './snapshots.ts';
import type { ImportConnection } from './stage.ts';
import { importTables, requireColumn } from './tables.ts';
import { rowLabelSql } from './undo-labels.ts';
import { personTables } from './undo-people.ts';
import { type StayReason, stayReasonSql, toPersonStayReason, toStayReason } from './undo-reasons.ts';
import type { UndoableTable } from './undoable-table.ts';

/** Rows of a table that are named. */
const maxNamed = 1000;

type Uses = [table: string, count: number][] | null;

/** Whom or what a sentence is about: its name in each language, its key, and its file. */
interface Subject {
  readonly file: string;
  readonly key: string;
  readonly names: Readonly<Record<Language, string>>;
}

function reportStaying(report: ImportReport, { file, key, names }: Subject, { isChanged, use }: StayReason): void {
  const values = { key, value: names.ru || key, value_kg: names.kg || key, value_en: names.en || key };
  if (isChanged) report.warning('undo.changed', { file }, values);
  else if (use) report.warning('undo.used', { file }, { ...values, use: use.table, count: use.count });
  else report.warning('undo.left', { file }, values);
}

/** Names the people who could not be turned back, each once, whichever part of them stays. */
export async function reportPeopleNotUndone(
  db: ImportConnection,
  tables: readonly UndoableTable[],
  report: ImportReport,
): Promise<void> {
  const people = new Map<string, { name: string; teaches: boolean; changed: boolean; uses: NonNullable<Uses> }>();
  for (const undoing of tables.filter(({ table }) => personTables.has(table))) {
    const rows = await db.unsafe<{ code: string; name: string; teaches: boolean; changed: boolean; uses: Uses }[]>(
      `select p.code, p.full_name as name, exists (select from teacher where id = p.id) as teaches,
         ${await stayReasonSql(db, undoing)}
       from (select u.* from undo_${undoing.table} u where not u.done order by u.key limit ${maxNamed}) u
       join person p on p.id = u.key[1]::bigint
       left join ${undoing.table} t on ${primaryKeySql(undoing, 't')} = u.key order by 2, 1`,
    );
    for (const { code, name, teaches, changed, uses } of rows) {
      const known = people.get(code);
      const all = [...(known?.uses ?? []), ...(uses ?? [])];
      people.set(code, { name, teaches, changed: changed || known?.changed === true, uses: all });
    }
  }
  for (const [key, { name, teaches, changed, uses }] of people) {
    const subject = { file: teaches ? 'teachers' : 'students', key, names: { ru: name, kg: name, en: name } };
    reportStaying(report, subject, toPersonStayReason(toStayReason(changed, uses)));
  }
}

/** Names what else could not be turned back, and why; runs at the end of an undo. */
export async function reportRowsNotUndone(
  db: ImportConnection,
  undoing: UndoableTable,
  report: ImportReport,
): Promise<void> {
  const { table } = undoing;
  const described = importTables.find(({ into }) => into === table);
  // What the folder said last is nobody's row.
  if (!described || personTables.has(table)) return;
  const { columns, joins } = rowLabelSql(described);
  const rows = await db.unsafe<
    (Record<Language, string> & { key: (string | null)[]; removed: boolean; changed: boolean; uses: Uses })[]
  >(
    `select ${columns}, t.removed, t.changed, t.uses from (
       select r.*, true as removed, one.changed, one.uses from (
         select u.before, ${await stayReasonSql(db, undoing)}
         from undo_${table} u left join ${table} t on ${primaryKeySql(undoing, 't')} = u.key
         where not u.done and u.before is not null limit ${maxNamed}) one
         cross join lateral jsonb_populate_record(null::${table}, one.before) r
       union all
       select t.*, false, ${await stayReasonSql(db, undoing)}
       from (select * from undo_${table} where not done and before is null limit ${maxNamed}) u
         join ${table} t on ${primaryKeySql(undoing, 't')} = u.key) t
     ${joins} order by ru, key limit ${maxNamed}`,
  );
  for (const { key: cells, removed, changed, uses, ...names } of rows) {
    const key = cells
      .map((cell, place) => formatCell(requireColumn(described, described.key[place] ?? ''), cell ?? ''))
      .filter(Boolean)
      .join(', ');
    const subject = { file: described.file, key, names };
    if (table === 'permission' && removed) {
      const { kg, ru, en } = names;
      report.warning(
        'undo.right',
        { file: described.file },
        {
          ...{ key, value: ru, value_kg: kg, value_en: en },
          right: cells[described.key.indexOf('permission')] ?? '',
        },
      );
    } else reportStaying(report, subject, toStayReason(changed, uses));
  }
}
