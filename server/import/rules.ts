import type { Files } from './check.ts';
import type { Report } from './report.ts';

/** Rows that contradict each other, though each is right by itself. */
export function checkRules(files: Files, report: Report): void {
  void files;
  void report;
}
