import { type ImportRow, type ParsedFile, type ParsedFiles, rowKey } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportConnection } from './stage.ts';

/** Where the rows of an account go that was merged into another one. */
export interface MergedAccount {
  /** Key of the account that stayed. */
  readonly into: string;
  /** Number of its student's book. */
  readonly number: string | null;
}

const people = new Set(['teachers', 'students']);
const namesPeople = new Set(['teachers', 'students', 'people']);

/** Accounts that were merged into others, by the keys that the registrar may still send. */
export async function readMergedAccounts(db: ImportConnection): Promise<ReadonlyMap<string, MergedAccount>> {
  const rows = await db<{ code: string; into: string; number: string | null }[]>`
    with recursive way as (
      select gone_id as first, stay_id as last from person_merge where undone_at is null
      union all
      select w.first, m.stay_id from way w join person_merge m on m.gone_id = w.last and m.undone_at is null)
    select g.code, s.code as into, t.number from way w
    join person g on g.id = w.first join person s on s.id = w.last left join student t on t.id = s.id
    where not exists (select from person_merge m where m.gone_id = w.last and m.undone_at is null)`;
  return new Map(rows.map(({ code, into, number }) => [code, { into, number }]));
}

/**
 * Rows of an account that was merged go to the one that stayed; where the folder has such a row for that one already, they are
 * left out with a remark. Rights stay where they are: nobody gets one by a merge.
 */
export function redirectMergedRows(
  files: ParsedFiles,
  merged: ReadonlyMap<string, MergedAccount>,
  report: ImportReport,
): void {
  if (!merged.size) return;
  for (const file of files.values()) {
    const { table } = file;
    if (table.file === 'permissions') continue;
    const columns = people.has(table.file)
      ? ['code']
      : table.columns.filter(({ to }) => to !== undefined && namesPeople.has(to)).map(({ name }) => name);
    if (columns.length) file.rows = followed(file, columns, merged, report);
  }
}

function followed(
  file: ParsedFile,
  columns: readonly string[],
  merged: ReadonlyMap<string, MergedAccount>,
  report: ImportReport,
): ImportRow[] {
  const { table, name } = file;
  const goes = ({ cells }: ImportRow) => columns.some((column) => merged.has(cells[column] ?? ''));
  if (!file.rows.some(goes)) return file.rows;
  const own = file.rows.filter((row) => !goes(row));
  const taken = new Set(own.map((row) => rowKey(row, table.key)));
  // A student is in one group at a time: rows of both accounts would contradict each other.
  const placed = new Set(table.file === 'memberships' ? own.map(({ cells }) => cells.student) : []);
  return file.rows.filter((row) => {
    if (!goes(row)) return true;
    const [column = ''] = columns.filter((one) => merged.has(row.cells[one] ?? ''));
    const [value, into] = [row.cells[column] ?? '', merged.get(row.cells[column] ?? '')?.into ?? ''];
    for (const one of columns) rename(row, one, merged, people.has(table.file));
    const key = rowKey(row, table.key);
    const isLeft = taken.has(key) || placed.has(row.cells.student ?? '');
    report.warning(
      isLeft ? 'person.mergedLeft' : 'person.mergedInto',
      { file: name, row: row.row, column },
      { value, into },
    );
    taken.add(key);
    return !isLeft;
  });
}

/** A person's own row keeps the number and the login of the account that stayed. */
function rename(row: ImportRow, column: string, merged: ReadonlyMap<string, MergedAccount>, isPerson: boolean): void {
  const to = merged.get(row.cells[column] ?? '');
  if (!to) return;
  row.cells[column] = to.into;
  if (!isPerson) return;
  if ('number' in row.cells) row.cells.number = to.number;
  row.cells.login = null;
}
