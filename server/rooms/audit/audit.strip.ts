import type { audit } from '@bilim/contract/audit.ts';
import type { Output } from '@bilim/contract/call.ts';
import type { HalfHourRow } from './audit.queries.ts';

/** Fewer entries in a half hour are no sign of anything. */
const few = 10;
const ofDay = 48;

/** What a day before is held against. */
export const comparisonDays = 14;

type HalfHour = Output<typeof audit.strip>[number]['halfHours'][number];

const clock = (slot: number) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;

/**
 * The half hours of a day, each held against itself on the days before. `ago`: 0 is the day itself. Where the portal has no
 * days before, nothing is unusual.
 */
export function buildHalfHourHistogram(rows: readonly HalfHourRow[], hasDaysBefore: boolean): HalfHour[] {
  const most = (slot: number, of: (row: HalfHourRow) => boolean) =>
    Math.max(0, ...rows.filter((row) => row.slot === slot && of(row)).map(({ entries }) => entries));
  return Array.from({ length: ofDay }, (_, slot) => {
    const entries = most(slot, ({ ago }) => ago === 0);
    const before = most(slot, ({ ago }) => ago > 0);
    return { at: clock(slot), acts: entries, isUnusual: hasDaysBefore && entries >= few && entries > 2 * before };
  });
}
