import { shorterFileKey } from '@bilim/contract/data-limits.ts';
import type { ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportScope } from './scope.ts';
import type { ImportConnection } from './stage.ts';
import { requireTable } from './tables.ts';
import { isOverRemovalLimit, type RemovalLimits } from './threshold.ts';
import type { FileChangeCounts } from './write.ts';

/** What an import has written. */
interface WrittenFiles {
  readonly files: ParsedFiles;
  readonly scope: ImportScope;
  readonly changes: ReadonlyMap<string, FileChangeCounts>;
}

/**
 * Reports tables that have far fewer rows than the load before had of them, though little would vanish, unless that very
 * number was confirmed: what other rows refer to stays, so that a file which was cut at the end of a line would go through
 * unseen. Runs after the rows are written, of tables of which nothing else was said; rows that do vanish are asked about by
 * themselves (threshold.ts). Of some tables files bring only what is new, and nothing ever vanishes.
 */
export async function reportShorterFiles(
  db: ImportConnection,
  { files, scope, changes }: WrittenFiles,
  allowed: RemovalLimits,
  report: ImportReport,
): Promise<void> {
  if (scope !== null) return;
  const removed = new Map([...changes.values()].map(({ file, closed }) => [file, closed]));
  const before = await db<{ file: string; rows: number }[]>`
    select distinct on (c.file) c.file, c.rows from import_run r, jsonb_to_recordset(r.changes) c (file text, rows int)
    where r.undone_at is null and r.undoes is null and c.file = any (${[...files.keys()]}::text[])
    order by c.file, r.id desc`;
  const place = report.problems.length;
  for (const { file, rows: total } of before) {
    const parsed = files.get(file);
    const count = total - (parsed?.rows.length ?? total);
    const isNamed = report.problems.some(({ code, file: name }) => code.startsWith('vanish.') && name === parsed?.name);
    const mayBeShort = requireTable(file).vanished === 'keep';
    const table = shorterFileKey(file);
    const left = count - (removed.get(file) ?? 0);
    if (!parsed || mayBeShort || isNamed || !isOverRemovalLimit(file, left, total)) continue;
    if (count <= (allowed[table] ?? 0)) continue;
    const values = { name: parsed.name, file, rows: total - count, count, total, table };
    report.error('vanish.shorter', { file: parsed.name }, values);
  }
  // Before what follows from it.
  report.problems.unshift(...report.problems.splice(place));
}
