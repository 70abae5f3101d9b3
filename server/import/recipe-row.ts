import type { RowCells } from './recipe-portal-rows.ts';
import type { RowOrigin } from './recipe-workspace.ts';

/** A row of a foreign sheet: what it says of each table. */
export interface MappedSheetRow {
  readonly origin: RowOrigin;
  readonly tables: Map<string, RowCells>;
  /** Something in it is wrong and was reported. */
  spoilt: boolean;
}
