import type { ImportRow, ParsedFiles } from './read-file.ts';
import type { ImportReport } from './report.ts';
import type { RuleContext } from './rule.ts';
import { checkLessons } from './rules-lessons.ts';
import { checkPeople } from './rules-people.ts';
import { checkStructure } from './rules-structure.ts';
import { checkTeaching } from './rules-teaching.ts';

/** Reports rows that contradict each other, though each is right by itself. */
export function checkCrossRowRules(files: ParsedFiles, report: ImportReport, today: string): void {
  const indexes = new Map<string, Map<string, ImportRow>>();
  const rows = (file: string) => files.get(file)?.rows ?? [];
  const nameOf = (file: string) => files.get(file)?.name ?? `${file}.csv`;
  const rules: RuleContext = {
    report,
    today,
    rows,
    nameOf,
    has: (file) => files.has(file),
    by(file, column) {
      const name = `${file} ${column}`;
      const index = indexes.get(name) ?? new Map(rows(file).map((row) => [row.cells[column] ?? '', row]));
      indexes.set(name, index);
      return index;
    },
    at: (file, row, column) => ({ file: nameOf(file), row: row.row, column: column ?? null }),
  };
  checkStructure(rules);
  checkPeople(rules);
  checkTeaching(rules);
  checkLessons(rules);
}
