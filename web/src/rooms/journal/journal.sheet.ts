import { journal } from '@bilim/contract/journal.ts';
import { unpackSheet } from '@bilim/contract/journal-sheet.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import type { Failure } from '../../core/failure.ts';
import { type Key, liveKey } from './journal.key.ts';
import { useChanges } from './journal.live.ts';
import type { Entry } from './journal.model.ts';

/** Tables are renewed apart from the room's other calls: only when their own journal changed, and not at every key. */
export const tableRoom = 'journal.table';

const none = { id_a_year: 0, id_semesterOrWs: 1, isPotok: false, id_groupOrPorok: 1, id_discipline: 1, credits: 0 };

export const sameCell = (a: Entry, b: Entry) =>
  a.id_student === b.id_student && a.visitDate === b.visitDate && a.timesCount === b.timesCount;

/** Rows that the server confirmed one by one, with the moment: an answer that set out before is older than they. */
export const confirmed = new Map<string, { row: Entry; at: number }>();

function withConfirmed(rows: readonly Entry[], since: number, lane: string): Entry[] {
  const newer = [...confirmed].filter(([key, { at }]) => at > since && key.startsWith(lane)).map(([, one]) => one.row);
  return newer.length ? newer.reduce<Entry[]>((all, row) => put(all, row), [...rows]) : [...rows];
}

/** Of rows that came about by one entry: which, and from what rows. */
const madeBy = new WeakMap<readonly Entry[], { from: readonly Entry[]; entry: Entry }>();

/** The one entry by which rows differ from others, when that is known. */
export function entryBetween(from: readonly Entry[], rows: readonly Entry[]): Entry | null {
  const made = madeBy.get(rows);
  return made?.from === from ? made.entry : null;
}

/** Puts a row into the place of the older one of its cell. */
export function put(rows: readonly Entry[], row: Entry): Entry[] {
  const place = rows.findIndex((one) => sameCell(one, row));
  const made = place < 0 ? [...rows, row] : rows.map((one, at) => (at === place ? row : one));
  madeBy.set(made, { from: rows, entry: row });
  // Else each would hold the one before it, and with it all since the page was opened.
  madeBy.delete(rows);
  return made;
}

/** Under which a teacher's table is kept. */
export const tableKey = (lane: string, type: number, teacher: unknown) => [tableRoom, lane, type, Number(teacher ?? 0)];
export const confirmedKey = (lane: string, type: number, teacher: unknown) =>
  `${lane}|${type}|${Number(teacher ?? 0)}|`;

/** What tells one sheet from another: journal, class type, and in whose name. */
export const sheetName = (key: Key, type: number) => confirmedKey(liveKey(key), type, key.id_teacher);

export const tableQuery = (key: Key, type: number) => {
  const input = { ...key, id_vid_zaniatiy: type };
  return queryOptions<Entry[], Failure, Entry[], readonly unknown[]>({
    queryKey: tableKey(liveKey(key), type, key.id_teacher),
    // What did not change is found by tableOf; comparing all rows in depth would cost more than painting them.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const since = performance.now();
      return withConfirmed(unpackSheet(await ask(journal.sheet, input, { signal })), since, sheetName(key, type));
    },
  });
};

/** A teacher's table of one class type; read again shortly after somebody changed this journal. */
export function useTable(key: Key | null, type: number | null) {
  const known = key !== null && type !== null;
  useChanges(tableRoom, key ? liveKey(key) : '');
  return useQuery({ ...tableQuery(key ?? none, type ?? 0), enabled: known });
}
