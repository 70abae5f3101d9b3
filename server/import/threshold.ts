import type { TableDescription } from './describe.ts';
import type { ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import { type ImportScope, removableRowCondition } from './scope.ts';
import type { ImportConnection } from './stage.ts';
import { importTables } from './tables.ts';
import type { FileChangeCounts } from './write.ts';

/** Share of a table's rows, 0 to 1, beyond which nothing vanishes unasked. */
const maxShare = 0.1;
/** Rows beyond which nothing vanishes unasked. */
const maxRows = 20;
/** A right that somebody loses by mistake stops their work at once. */
const removableRowLimits: Readonly<Record<string, number>> = { permissions: 1 };

/** How many rows may be lost of each table, by the name of its file, as whoever imports has confirmed it. */
export type RemovalLimits = Readonly<Record<string, number>>;

/** Rows of each handed-in table that the folder may let vanish, before anything is written. */
export async function countRemovableRows(
  db: ImportConnection,
  files: ParsedFiles,
  scope: ImportScope,
  today: string,
): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  for (const table of importTables.filter(
    ({ file, partOf }) => files.has(file) || (partOf && files.has(partOf.file)),
  )) {
    const [row] = await db.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${table.into} t where (${removableRowCondition(table, scope)}) and ${liveRowCondition(table)}`,
      table.vanished === 'end' ? [today] : [],
    );
    totals.set(table.file, row?.count ?? 0);
  }
  return totals;
}

/** SQL condition: row `t` is neither over nor closed. */
function liveRowCondition(table: TableDescription): string {
  if (table.vanished === 'end') return '(t.ends_on is null or t.ends_on > $1::date)';
  if (table.vanished === 'close') return 'exists (select from person p where p.id = t.id and p.closed_on is null)';
  return 'true';
}

/** Whether so many of a table's rows do not vanish unasked. */
export const isOverRemovalLimit = (file: string, count: number, total: number): boolean =>
  count > (removableRowLimits[file] ?? maxRows) || count > total * maxShare;

/** Reports every table that lost more than its threshold, unless that very loss was confirmed. */
export function checkRemovalLimits(
  changes: ReadonlyMap<string, FileChangeCounts>,
  totals: ReadonlyMap<string, number>,
  allowed: RemovalLimits,
  files: ParsedFiles,
  report: ImportReport,
): void {
  for (const { file, closed } of changes.values()) {
    const total = totals.get(file) ?? 0;
    if (!isOverRemovalLimit(file, closed, total) || closed <= (allowed[file] ?? 0)) continue;
    report.error(
      'vanish.tooMany',
      { file: files.get(file)?.name ?? `${file}.csv` },
      { count: closed, total, table: file },
    );
  }
}
