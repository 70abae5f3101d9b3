import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import type { ImportRow, ParsedFiles } from './read-file.ts';
import type { ImportFault } from './report.ts';

/** Warnings of a run, apart: those to be reported, and how many of the others were suppressed before. */
export interface ImportRunWarnings {
  fresh: ImportFault[];
  suppressed: number;
}

/** Leaves out the warnings that somebody has suppressed. */
export async function filterSuppressedWarnings(
  sql: Sql,
  warnings: readonly ImportFault[],
  files: ParsedFiles,
): Promise<ImportRunWarnings> {
  const named = hashed(warnings, files);
  const known = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from import_suppressed_warning
    where hash in (select decode(hash, 'hex') from unnest(${named.map(({ hash }) => hash)}::text[]) as hash)`;
  const suppressedHashes = new Set(known.map(({ hash }) => hash));
  const fresh = named.filter(({ hash }) => !suppressedHashes.has(hash)).map(({ warning }) => warning);
  return { fresh, suppressed: warnings.length - fresh.length };
}

/** Remembers warnings, so that they are not reported again as long as their rows say the same. */
export async function suppressWarnings(sql: Sql, warnings: readonly ImportFault[], files: ParsedFiles): Promise<void> {
  await sql`
    insert into import_suppressed_warning (hash)
    select distinct decode(hash, 'hex') from unnest(${hashed(warnings, files).map(({ hash }) => hash)}::text[]) as hash
    on conflict do nothing`;
}

/** A warning is the same when its row says the same, wherever in the file it stands now. */
function hashed(warnings: readonly ImportFault[], files: ParsedFiles): { warning: ImportFault; hash: string }[] {
  const rows = new Map<string, Map<number, ImportRow>>();
  for (const { name, rows: own } of files.values()) rows.set(name, new Map(own.map((row) => [row.row, row])));
  return warnings.map((warning) => {
    const { code, file, row, column, values } = warning;
    const says = row === null ? values : (rows.get(file)?.get(row)?.cells ?? values);
    const hash = createHash('sha256')
      .update(JSON.stringify([code, file, column, says]))
      .digest('hex');
    return { warning, hash };
  });
}
