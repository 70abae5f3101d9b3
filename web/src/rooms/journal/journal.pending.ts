import { clearMarkId } from '@bilim/contract/limits.ts';
import type { PendingEntry } from '../../core/offline/pending.ts';
import {
  absentValue,
  type CellValue,
  columnKey,
  emptyValue,
  type MarkType,
  presentValue,
  toMarkCellValue,
} from './journal.model.ts';

/**
 * The outbox's names of what this room puts in: one sign, and "all present" in a column, of one journal or of several. Browsers
 * have stored entries under these names.
 */
export const markEntryType = 'journal.mark';
export const allPresentEntryType = 'journal.all';
export const combinedAllPresentEntryType = 'journal.joint';

/** Whether an entry of the outbox is one of a journal. */
export const isJournalEntry = ({ name }: Pick<PendingEntry, 'name'>): boolean =>
  [markEntryType, allPresentEntryType, combinedAllPresentEntryType].includes(name);

type Input = Pick<PendingEntry, 'input'>;

/** The student of an entry; null: it is about a whole column. */
export const entryStudentId = ({ input }: Input) => (input.id_student === undefined ? null : Number(input.id_student));

/** The column of an entry, by its key; one about several journals names its column in each of their groups. */
export function entryColumnKey({ input }: Input, group?: number): string {
  const { visitDate, timesCount, groups, numbers } = input as { [name: string]: unknown; groups?: number[] };
  const times = groups ? (numbers as number[])[groups.indexOf(group ?? 0)] : timesCount;
  return columnKey(String(visitDate), Number(times));
}

/** What an entry says; a mark that is not among `marks` is known by its number alone. */
export function entryValue({ input }: Input, marks: readonly MarkType[]): CellValue {
  if (input.id_otsenka === clearMarkId) return emptyValue;
  if (input.isVisited === false) return absentValue;
  if (input.id_otsenka === undefined) return presentValue;
  const id_otsenka = Number(input.id_otsenka);
  const mark = marks.find((one) => one.id_otsenka === id_otsenka);
  return toMarkCellValue(mark ?? { id_otsenka, otsenka: String(id_otsenka), otsenka_ball: null });
}
