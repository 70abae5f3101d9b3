import type { SnapshotTableDescription } from './snapshots.ts';

/** A table of the run, with what it takes to turn its rows back. */
export interface UndoableTable extends SnapshotTableDescription {
  /** SQL: everything that row `r` of an image refers to is there. */
  hasParents: string;
  /** SQL: no other row refers to `t`. */
  isFree: string;
  /** How many of its rows the run changed. */
  rows: number;
}
