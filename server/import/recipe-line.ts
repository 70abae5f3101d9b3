import type { Cells } from './recipe-portal.ts';
import type { Origin } from './recipe-work.ts';

/** A row of a foreign sheet: what it says of each table. */
export interface Line {
  readonly origin: Origin;
  readonly tables: Map<string, Cells>;
  /** Something in it is wrong and was told. */
  spoilt: boolean;
}
