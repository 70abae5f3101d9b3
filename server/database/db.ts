import type postgres from 'postgres';

/** What a room's queries run on: one transaction, or read-only connections. */
// biome-ignore lint/complexity/noBannedTypes: the driver's own type parameter for "no custom types"
export type Db = postgres.ISql<{}>;
