import { type ForeignKey, readForeignKeys } from './foreign-keys.ts';
import type { ImportReport } from './report.ts';
import { primaryKeySql, readSnapshotTableDescription } from './snapshots.ts';
import { type ImportConnection, keyTextColumns } from './stage.ts';
import { importTables } from './tables.ts';
import { personTables } from './undo-people.ts';
import type { UndoableTable } from './undoable-table.ts';

/** So many of the rows that stand in the way are named. */
const maxNamed = 3;

/**
 * Keeps only the changes of these tables of a folder with a run, so that it is undone by them alone; the others lie in the
 * temporary table `undo_aside` until `restoreOtherChanges`. A person, with account and photo, belongs to one of the tables of people.
 */
export async function excludeOtherChanges(
  db: ImportConnection,
  run: number,
  tables: readonly string[],
  report: ImportReport,
): Promise<void> {
  const own = importTables.filter(({ into }) => !personTables.has(into));
  await db`
    create temp table undo_aside on commit drop as
    with teaches as (
      select id from teacher union
      select key[1]::bigint from import_change where run_id = ${run} and table_name = 'teacher'),
    found as (
      select c.*, coalesce(f.file, case when c.table_name = 'imported_value' and c.key[1] <> 'photos' then c.key[1]
        when t.id is null then 'students' else 'teachers' end) as file
      from import_change c
      left join unnest(${own.map(({ file }) => file)}::text[], ${own.map(({ into }) => into)}::text[]) f (file, written)
        on f.written = c.table_name
      left join person p on c.table_name = 'imported_value' and c.key[1] = 'photos' and p.code = c.key[2]
      left join teaches t
        on t.id = case when c.table_name = any (${[...personTables, 'photo']}) then c.key[1]::bigint else p.id end
      where c.run_id = ${run})
    select * from found where file <> all (${[...tables]})`;
  await db`analyze undo_aside`;
  await db`
    delete from import_change c using undo_aside a
    where c.run_id = ${run} and a.table_name = c.table_name and a.key = c.key`;
  const [row] = await db<{ is: boolean }[]>`select exists (select from import_change where run_id = ${run}) as is`;
  if (!row?.is) report.error('undo.noTable', {}, { run });
}

/** Gives the changes of the other tables back to their run; whether there are any that can still be undone. */
export async function restoreOtherChanges(db: ImportConnection, run: number): Promise<boolean> {
  const columns = db`run_id, table_name, key, before, after_hash`;
  await db`insert into import_change (${columns}) select ${columns} from undo_aside`;
  const [row] = await db<{ is: boolean }[]>`
    select exists (select from import_change where run_id = ${run} and table_name <> 'imported_value') as is`;
  return row?.is ?? false;
}

/**
 * Refuses what can be undone only together with another table of the same import: an added row to which rows of that one
 * refer, and a removed row that refers to one that was removed there.
 */
export async function reportDependentTables(
  db: ImportConnection,
  undoing: UndoableTable,
  report: ImportReport,
): Promise<void> {
  const others = await db<{ name: string }[]>`select distinct table_name as name from undo_aside`;
  const isOther = (table: string) => others.some(({ name }) => name === table);
  for (const key of await readForeignKeys(db, 'confrelid', undoing.table))
    if (isOther(key.child) && ['a', 'r', 'c'].includes(key.kind)) await reportTied(db, undoing, key, report);
  for (const key of await readForeignKeys(db, 'conrelid', undoing.table))
    if (isOther(key.parent)) await reportTied(db, undoing, key, report);
}

async function reportTied(
  db: ImportConnection,
  undoing: UndoableTable,
  { child, parent, pairs }: ForeignKey,
  report: ImportReport,
): Promise<void> {
  const { table } = undoing;
  const isChild = parent === table;
  const other = await readSnapshotTableDescription(db, isChild ? child : parent);
  const described = importTables.find(({ into }) => into === other.table);
  const joins: string[] = [];
  const texts = described && !personTables.has(other.table) ? keyTextColumns(described, 'x', joins) : [];
  // A row that stays refers to an added one by what is there; a removed one to a removed one by what was.
  const tied = isChild
    ? `undo_${table} u join ${table} t on ${primaryKeySql(undoing, 't')} = u.key and u.before is null
       join ${child} x on ${pairs.map(({ own, other: to }) => `x.${own} = t.${to}`).join(' and ')}
       join undo_aside a on a.table_name = '${child}' and a.key = ${primaryKeySql(other, 'x')}`
    : `(select u.key, u.done, r.* from undo_${table} u cross join lateral jsonb_populate_record(null::${table}, u.before) r
         where u.before is not null) u
       join (select a.file, p.* from undo_aside a cross join lateral jsonb_populate_record(null::${parent}, a.before) p
         where a.table_name = '${parent}' and a.after_hash is null) x
         on ${pairs.map(({ own, other: to }) => `u.${own} = x.${to}`).join(' and ')}`;
  const person = personTables.has(other.table)
    ? [`(select code from person where id = x."${other.key[0]}")`]
    : ['null::text'];
  const name = texts.length > 0 ? texts : person;
  const rows = await db.unsafe<{ file: string; count: number; names: (string | null)[] }[]>(
    `select file, count(*)::int as count, (array_agg(distinct name))[1:${maxNamed}] as names from (
       select distinct ${isChild ? 'a.file' : 'x.file'}, x."${other.key[0]}", concat_ws(', ', ${name.join(', ')}) as name
       from ${tied} ${joins.join(' ')} where not u.done) tied
     group by file order by file`,
  );
  const own = importTables.find(({ into }) => into === table);
  for (const { file, count, names } of rows)
    report.error(
      'undo.tied',
      { file: own?.file ?? file },
      { table: file, count, names: names.filter(Boolean).join('; ') },
    );
}
