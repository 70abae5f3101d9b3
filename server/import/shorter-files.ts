import type { ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { ImportScope } from './scope.ts';
import type { ImportConnection } from './stage.ts';
import { requireTable } from './tables.ts';
import { isOverRemovalLimit } from './threshold.ts';

/**
 * Warns of tables that have far fewer rows than the load before had of them, though little would vanish: what other rows refer
 * to stays, so that a file which was cut at the end of a line would go through unseen. Runs after the rows are written, of
 * tables of which nothing else was said; of some, files bring only what is new, and nothing ever vanishes.
 */
export async function reportShorterFiles(
  db: ImportConnection,
  files: ParsedFiles,
  scope: ImportScope,
  report: ImportReport,
): Promise<void> {
  if (scope !== null) return;
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
    if (parsed && !mayBeShort && !isNamed && isOverRemovalLimit(file, count, total))
      report.warning('vanish.shorter', { file: parsed.name }, { name: parsed.name, count: total - count, total });
  }
  // Before what follows from it.
  report.problems.unshift(...report.problems.splice(place));
}
