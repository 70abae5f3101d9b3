import { importTables } from './tables.ts';
import type { UndoableTable } from './undoable-table.ts';

/** How far an undo is. */
export interface UndoProgress {
  /** undo: rows are turned back; report: what stays is looked for. */
  readonly step: 'undo' | 'report';
  /** Name of the table as a folder has it; empty for what lies in several. */
  readonly file: string;
  readonly percent: number;
}

/** Acts on each table in one pass: rows come back, get their old values, go. */
const acts = 3;
/** Parts of the whole: the first pass does nearly all of the work, the report of what stays is the rest. */
const firstPass = { from: 5, to: 60 };
const reportPart = { from: 70, to: 97 };

const sharedByPeople: ReadonlySet<string> = new Set(['person', 'account']);

const fileOf = ({ table }: UndoableTable) =>
  sharedByPeople.has(table) ? '' : (importTables.find(({ into }) => into === table)?.file ?? '');

/** Says how far an undo of these tables is, by how many rows each has. */
export function createUndoProgress(
  tables: readonly UndoableTable[],
  onProgress: (progress: UndoProgress) => void = () => undefined,
) {
  const all = Math.max(
    1,
    tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  const at = ({ from, to }: typeof firstPass, part: number) => Math.round(from + part * (to - from));
  let passes = 0;
  let reported = 0;
  return {
    /** Begins a pass; gives what is called before each act of it. */
    pass(): (table: UndoableTable) => void {
      passes += 1;
      const isFirst = passes === 1;
      let begun = 0;
      return (table) => {
        onProgress({
          step: 'undo',
          file: fileOf(table),
          percent: isFirst ? at(firstPass, begun / (all * acts)) : firstPass.to,
        });
        begun += table.rows;
      };
    },
    /** Called before what stays of a table is looked for. */
    report(table: UndoableTable): void {
      onProgress({ step: 'report', file: fileOf(table), percent: at(reportPart, reported / all) });
      reported += table.rows;
    },
  };
}
