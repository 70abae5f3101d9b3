import { importTables } from './tables.ts';
import type { UndoableTable } from './undoable-table.ts';

/** How far an undo is. */
export interface UndoProgress {
  /** undo: rows are turned back; people: those of whom each file holds a part; report: what stays is looked for. */
  readonly step: 'undo' | 'people' | 'report';
  /** Name of the table as a folder has it; empty of people. */
  readonly file: string;
  readonly percent: number;
}

/** What a row costs in each act of a pass: it comes back, gets its old values, goes. Of a person nearly every table is asked. */
const costs: readonly number[] = [1, 1, 1];
const personCosts: readonly number[] = [1, 1, 20];
const costsOf = ({ table }: UndoableTable) => (table === 'person' ? personCosts : costs);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** Parts of the whole: the first pass does nearly all of the work, the report of what stays is the rest. */
const firstPass = { from: 3, to: 88 };
const reportPart = { from: 90, to: 98 };

const sharedByPeople: ReadonlySet<string> = new Set(['person', 'account']);

const fileOf = ({ table }: UndoableTable) =>
  sharedByPeople.has(table) ? '' : (importTables.find(({ into }) => into === table)?.file ?? '');

/** Says how far an undo of these tables is, by how many rows each has. */
export function createUndoProgress(
  tables: readonly UndoableTable[],
  onProgress: (progress: UndoProgress) => void = () => undefined,
) {
  const all = Math.max(1, sum(tables.map((table) => table.rows * sum(costsOf(table)))));
  const rows = Math.max(1, sum(tables.map((table) => table.rows)));
  const at = ({ from, to }: typeof firstPass, part: number) => Math.round(from + part * (to - from));
  let passes = 0;
  let reported = 0;
  return {
    /** Begins a pass; gives what is called before each act of it. */
    pass(): (table: UndoableTable) => void {
      passes += 1;
      const isFirst = passes === 1;
      let done = 0;
      const acts = new Map<UndoableTable, number>();
      return (table) => {
        const file = fileOf(table);
        const percent = isFirst ? at(firstPass, done / all) : firstPass.to;
        onProgress({ step: file === '' ? 'people' : 'undo', file, percent });
        const act = acts.get(table) ?? 0;
        acts.set(table, act + 1);
        done += table.rows * (costsOf(table)[act] ?? 0);
      };
    },
    /** Called before what stays of a table is looked for. */
    report(table: UndoableTable): void {
      onProgress({ step: 'report', file: fileOf(table), percent: at(reportPart, reported / rows) });
      reported += table.rows;
    },
  };
}
