import type { PortalRow } from './recipe-portal.ts';
import type { RowOrigin } from './recipe-work.ts';

/** A row of a foreign sheet: what it says of each table. */
export interface MappedSheetRow {
  readonly origin: RowOrigin;
  readonly tables: Map<string, PortalRow>;
  /** Something in it is wrong and was reported. */
  spoilt: boolean;
}
