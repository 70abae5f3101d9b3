import { journal } from '@bilim/contract/journal.ts';
import { clearMarkId } from '@bilim/contract/limits.ts';
import { callServer } from '../../core/api.ts';
import { atom } from '../../core/atom.ts';
import { now } from '../../core/clock.ts';
import { deleteOutboxEntry, enqueueEntry, onEntrySent, outbox, retryEntry } from '../../core/offline/outbox.ts';
import { entryQueueKeys, type PendingEntry } from '../../core/offline/pending.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { type JournalKey, journalLiveKey } from './journal.key.ts';
import { postponeRefresh } from './journal.live.ts';
import {
  applySaveConfirmation,
  fetchJournalTable,
  persistJournalTables,
  refetchAndStoreJournalTables,
  refetchJournalTables,
} from './journal.loading.ts';
import { type CellValue, emptyValue, isSameValue, type JournalRow } from './journal.model.ts';
import {
  allPresentEntryType,
  combinedAllPresentEntryType,
  entryColumnKey,
  entryStudentId,
  entryValue,
  markEntryType,
} from './journal.pending.ts';

/** Where an entry goes. */
export interface EntryTarget {
  readonly key: JournalKey;
  readonly type: number;
  readonly day: string;
  readonly times: number;
  /** Subgroup that the column is for; 0: the whole group. */
  readonly subgroup: number;
  /** Why a closed day is written to, or in another's name. */
  readonly reason: string | undefined;
  /** Discipline and group by name: the journal may be another teacher's before the entry arrives. */
  readonly title: string;
}

function inputOf({ key, type, day, times, subgroup, reason }: EntryTarget) {
  return {
    ...key,
    id_vid_zaniatiy: type,
    visitDate: day,
    timesCount: times,
    typeGroup: subgroup ? 1 : 0,
    subgroup,
    ...(reason && { reason }),
  };
}

/** Enters a sign for a student: on screen at once, with the server as soon as it can be reached. */
export function enterCellValue(place: EntryTarget, student: { id: number; name: string }, sign: CellValue): void {
  postponeRefresh();
  const id_otsenka = sign.isVisited === null ? clearMarkId : (sign.id_otsenka ?? undefined);
  void enqueueEntry({
    name: markEntryType,
    queueKey: journalLiveKey(place.key),
    title: place.title,
    subject: student.name,
    call: journal.mark,
    input: { ...inputOf(place), id_student: student.id, isVisited: sign.isVisited !== false, id_otsenka },
    ageField: 'ageMs',
  });
}

/** Marks everybody without an entry as present. */
export function enterAllPresent(place: EntryTarget): void {
  void enqueueEntry({
    name: allPresentEntryType,
    queueKey: journalLiveKey(place.key),
    title: place.title,
    call: journal.markAll,
    input: { ...inputOf(place), isVisited: true },
    ageField: 'ageMs',
  });
}

/** The same column of several journals, of which all are written or none. */
function combinedInputOf(places: readonly [EntryTarget, ...EntryTarget[]]) {
  const { id_semesterOrWs: _, isPotok: __, id_groupOrPorok: ___, timesCount: ____, ...input } = inputOf(places[0]);
  return {
    ...input,
    groups: places.map(({ key }) => key.id_groupOrPorok),
    semesters: places.map(({ key }) => key.id_semesterOrWs),
    numbers: places.map(({ times }) => times),
  };
}

/** Marks everybody without an entry in any of the journals as present, as one act. */
export function enterAllPresentCombined(places: readonly [EntryTarget, ...EntryTarget[]]): void {
  void enqueueEntry({
    name: combinedAllPresentEntryType,
    queueKey: places.map(({ key }) => journalLiveKey(key)).join(' '),
    title: places[0].title,
    call: journal.markAllCombined,
    input: { ...combinedInputOf(places), isVisited: true },
    ageField: 'ageMs',
  });
}

/** An entry that came too late: somebody else's, made later, holds. It stays in the history. */
export interface EntryConflict {
  readonly queueKey: string;
  readonly row: JournalRow;
  /** What had been entered, in short. */
  readonly mine: string;
}

/** Conflicts that the person has not seen off yet. */
export const entryConflicts = atom<readonly EntryConflict[]>([]);

/** Takes a conflict, or all of them, from the screen. */
export function dismissConflict(conflict: EntryConflict): void {
  entryConflicts.set(entryConflicts.get().filter((one) => one !== conflict));
}

/** When the server confirmed an entry last; null: nothing was entered since the page was opened. */
export const lastSavedAt = atom<Date | null>(null);

/** The row of an entry as the journal holds it: since the first try others may have written there. */
async function rowNow(entry: PendingEntry, replyRow: JournalRow): Promise<JournalRow> {
  const input = entry.input as unknown as JournalKey & { id_vid_zaniatiy: number };
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits, id_teacher } = input;
  const course = { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits };
  const key = { ...course, ...(id_teacher !== undefined && { id_teacher }) };
  const { cells } = await fetchJournalTable(key, input.id_vid_zaniatiy);
  return { ...replyRow, ...(cells[replyRow.id_student]?.[entryColumnKey(entry)] ?? emptyValue) };
}

onEntrySent(markEntryType, journal.mark, async (entry, [replyRow], replayed) => {
  if (!replyRow) return;
  const row = replayed ? await rowNow(entry, replyRow) : replyRow;
  // Who reads «Сохранено» finds it after a reload too, also without a network.
  await (replayed ? persistJournalTables(entry.queueKey) : applySaveConfirmation(entry, row));
  lastSavedAt.set(now());
  const mine = entryValue(entry, []);
  if (!isSameValue(mine, row) && !laterOf(entry))
    entryConflicts.set([
      ...entryConflicts.get(),
      { queueKey: entry.queueKey, row, mine: mine.otsenka ?? (mine.isVisited ? '+' : '') },
    ]);
});
onEntrySent(allPresentEntryType, journal.markAll, async (entry) => {
  await refetchAndStoreJournalTables(entry.queueKey);
  lastSavedAt.set(now());
});
onEntrySent(combinedAllPresentEntryType, journal.markAllCombined, async (entry) => {
  await Promise.all(entryQueueKeys(entry).map(refetchAndStoreJournalTables));
  lastSavedAt.set(now());
});

/** Whether a newer entry of the same cell waits: then the answer to the older one is no conflict. */
function laterOf(entry: PendingEntry): boolean {
  return outbox
    .get()
    .entries.some(
      (one) =>
        one.order > entry.order &&
        one.queueKey === entry.queueKey &&
        entryStudentId(one) === entryStudentId(entry) &&
        entryColumnKey(one) === entryColumnKey(entry),
    );
}

/** Sends refused entries again. */
export function retryEntries(entries: readonly PendingEntry[]): void {
  for (const { key } of entries) void retryEntry(key);
}

/** Lets go of refused entries: the table shows what the server has. */
export function discardEntries(entries: readonly PendingEntry[]): void {
  for (const { key } of entries) void deleteOutboxEntry(key);
}

/** Deletes the caller's own entries of a column. */
export async function deleteOwnEntriesOfColumn(place: EntryTarget): Promise<void> {
  const { typeGroup: _, subgroup: __, ...input } = inputOf(place);
  await callServer(journal.deleteColumn, input, { key: randomUuid() });
  await refetchJournalTables(journalLiveKey(place.key));
}

/** Deletes the caller's own entries of a column in several journals, as one act. */
export async function deleteOwnEntriesOfCombinedColumn(
  places: readonly [EntryTarget, ...EntryTarget[]],
): Promise<void> {
  const { typeGroup: _, subgroup: __, ...input } = combinedInputOf(places);
  await callServer(journal.deleteCombined, input, { key: randomUuid() });
  await Promise.all(places.map(({ key }) => refetchJournalTables(journalLiveKey(key))));
}
