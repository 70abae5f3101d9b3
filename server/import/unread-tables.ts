import { tableNameFromFile } from './read.ts';
import type { ParsedFiles, ReadKnownKeys } from './read-file.ts';
import type { ImportReport } from './report.ts';

/** What says of a file that it could not be read, or not to its end. */
const unreadCodes: ReadonlySet<string> = new Set([
  ...['file.unreadable', 'file.notXlsx', 'file.farCell', 'file.empty'],
  ...['file.encoding', 'file.otherEncoding', 'file.damaged', 'file.quotes', 'file.cut'],
]);

/** References to rows that a file lacks are said one by one up to so many. */
const maxNamed = 20;

/** References to rows that a file lacks because it could not be read whole. */
export interface UnreadTables {
  /** Whether a reference to this table fails for no fault of its own; it is counted then. */
  isCause(target: string): boolean;
  /**
   * Whether a reference is to a row that the file of this table lacks and the portal holds; what is to be said of it is
   * kept until all are counted.
   */
  postpone(target: string, key: string, say: () => void): Promise<boolean>;
  /** Says of each such file how many rows of others wait for it; of few that it lacks, each by itself. */
  report(): void;
}

/**
 * Finds the tables whose file was handed in and not read whole. That rows of other files name what is missing there is no
 * fault of theirs: it is one sentence of that file, however many rows there are.
 */
export function findUnreadTables(files: ParsedFiles, known: ReadKnownKeys, report: ImportReport): UnreadTables {
  const unread = new Map<string, string>();
  for (const { code, file } of report.problems) {
    // A sheet of a workbook is named behind it.
    const table = file.includes('/') ? file.slice(file.lastIndexOf('/') + 1).toLowerCase() : tableNameFromFile(file);
    // What is there twice was read once.
    if (unreadCodes.has(code) && (code === 'file.cut' || !files.has(table))) unread.set(table, file);
  }
  const counts = new Map<string, number>();
  const postponed = new Map<string, (() => void)[]>();
  const tablesOf = (target: string) => (target === 'people' ? ['teachers', 'students'] : [target]);
  return {
    isCause(target) {
      const table = tablesOf(target).find((one) => unread.has(one));
      if (table !== undefined) counts.set(table, (counts.get(table) ?? 0) + 1);
      return table !== undefined;
    },
    async postpone(target, key, say) {
      for (const table of tablesOf(target)) {
        if (!files.has(table) || !(await known(table)).has(key)) continue;
        const sentences = postponed.get(table) ?? [];
        postponed.set(table, sentences);
        sentences.push(say);
        return true;
      }
      return false;
    },
    report() {
      for (const [table, sentences] of postponed) {
        const count = sentences.length;
        if (count > maxNamed) report.error('reference.ofMissing', { file: files.get(table)?.name ?? '' }, { count });
        else for (const say of sentences) say();
      }
      for (const [table, count] of counts)
        report.error('reference.ofUnread', { file: unread.get(table) ?? '' }, { count });
    },
  };
}
