import { journal } from '@bilim/contract/journal.ts';
import { clearMark } from '@bilim/contract/limits.ts';
import { ask } from '../../core/api.ts';
import { atom } from '../../core/atom.ts';
import { now } from '../../core/clock.ts';
import { newKey } from '../../core/newKey.ts';
import { discard, onSent, outbox, putOut, sendAgain } from '../../core/offline/outbox.ts';
import { type PendingEntry, queueKeysOf } from '../../core/offline/pending.ts';
import { type Key, liveKey } from './journal.key.ts';
import { entering } from './journal.live.ts';
import { type Entry, nothing, type Sign, sameSign } from './journal.model.ts';
import { allName, columnOf, jointName, markName, signOf, studentOf } from './journal.pending.ts';
import { confirm, heldNow, keepSheets, renewAndKeep, renewSheets } from './journal.sheet.ts';

/** Where an entry goes. */
export interface Place {
  readonly key: Key;
  readonly type: number;
  readonly day: string;
  readonly times: number;
  /** Subgroup that the column is for; 0: the whole group. */
  readonly subgroup: number;
  /** Why a closed day is written to, or in another's name. */
  readonly reason: string | undefined;
}

function inputOf({ key, type, day, times, subgroup, reason }: Place) {
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
export function enter(place: Place, student: number, sign: Sign): void {
  entering();
  const id_otsenka = sign.isVisited === null ? clearMark : (sign.id_otsenka ?? undefined);
  void putOut({
    name: markName,
    queueKey: liveKey(place.key),
    call: journal.mark,
    input: { ...inputOf(place), id_student: student, isVisited: sign.isVisited !== false, id_otsenka },
    ageField: 'ageMs',
  });
}

/** Marks everybody without an entry as present. */
export function enterAll(place: Place): void {
  void putOut({
    name: allName,
    queueKey: liveKey(place.key),
    call: journal.markAll,
    input: { ...inputOf(place), isVisited: true },
    ageField: 'ageMs',
  });
}

/** The same column of several journals, of which all are written or none. */
function jointInputOf(places: readonly [Place, ...Place[]]) {
  const { id_semesterOrWs: _, isPotok: __, id_groupOrPorok: ___, timesCount: ____, ...input } = inputOf(places[0]);
  return {
    ...input,
    groups: places.map(({ key }) => key.id_groupOrPorok),
    semesters: places.map(({ key }) => key.id_semesterOrWs),
    numbers: places.map(({ times }) => times),
  };
}

/** Marks everybody without an entry in any of the journals as present, as one act. */
export function enterAllJoint(places: readonly [Place, ...Place[]]): void {
  void putOut({
    name: jointName,
    queueKey: places.map(({ key }) => liveKey(key)).join(' '),
    call: journal.markAllJoint,
    input: { ...jointInputOf(places), isVisited: true },
    ageField: 'ageMs',
  });
}

/** An entry that came too late: somebody else's, made later, holds. It stays in the history. */
export interface Conflict {
  readonly queueKey: string;
  readonly row: Entry;
  /** What had been entered, in short. */
  readonly mine: string;
}

/** Conflicts that the person has not seen off yet. */
export const conflicts = atom<readonly Conflict[]>([]);

/** Takes a conflict, or all of them, from the screen. */
export function dismissConflict(conflict: Conflict): void {
  conflicts.set(conflicts.get().filter((one) => one !== conflict));
}

/** When the server confirmed an entry last; null: nothing was entered since the page was opened. */
export const savedAt = atom<Date | null>(null);

/** The row of an entry as the journal holds it: since the first try others may have written there. */
async function rowNow(entry: PendingEntry, told: Entry): Promise<Entry> {
  const input = entry.input as unknown as Key & { id_vid_zaniatiy: number };
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits, id_teacher } = input;
  const course = { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits };
  const key = { ...course, ...(id_teacher !== undefined && { id_teacher }) };
  const { cells } = await heldNow(key, input.id_vid_zaniatiy);
  return { ...told, ...(cells[told.id_student]?.[columnOf(entry)] ?? nothing) };
}

onSent(markName, journal.mark, async (entry, [told], replayed) => {
  if (!told) return;
  const row = replayed ? await rowNow(entry, told) : told;
  // Who reads «Сохранено» finds it after a reload too, also without a network.
  await (replayed ? keepSheets(entry.queueKey) : confirm(entry, row));
  savedAt.set(now());
  const mine = signOf(entry, []);
  if (!sameSign(mine, row) && !laterOf(entry))
    conflicts.set([
      ...conflicts.get(),
      { queueKey: entry.queueKey, row, mine: mine.otsenka ?? (mine.isVisited ? '+' : '') },
    ]);
});
onSent(allName, journal.markAll, async (entry) => {
  await renewAndKeep(entry.queueKey);
  savedAt.set(now());
});
onSent(jointName, journal.markAllJoint, async (entry) => {
  await Promise.all(queueKeysOf(entry).map(renewAndKeep));
  savedAt.set(now());
});

/** Whether a newer entry of the same cell waits: then the answer to the older one is no conflict. */
function laterOf(entry: PendingEntry): boolean {
  return outbox
    .get()
    .entries.some(
      (one) =>
        one.order > entry.order &&
        one.queueKey === entry.queueKey &&
        studentOf(one) === studentOf(entry) &&
        columnOf(one) === columnOf(entry),
    );
}

/** Sends refused entries again. */
export function tryAgain(entries: readonly PendingEntry[]): void {
  for (const { key } of entries) void sendAgain(key);
}

/** Lets go of refused entries: the table shows what the server has. */
export function discardEntry(entries: readonly PendingEntry[]): void {
  for (const { key } of entries) void discard(key);
}

/** Deletes the caller's own entries of a column. */
export async function deleteColumn(place: Place): Promise<void> {
  const { typeGroup: _, subgroup: __, ...input } = inputOf(place);
  await ask(journal.deleteColumn, input, { key: newKey() });
  await renewSheets(liveKey(place.key));
}

/** Deletes the caller's own entries of a column in several journals, as one act. */
export async function deleteJoint(places: readonly [Place, ...Place[]]): Promise<void> {
  const { typeGroup: _, subgroup: __, ...input } = jointInputOf(places);
  await ask(journal.deleteJoint, input, { key: newKey() });
  await Promise.all(places.map(({ key }) => renewSheets(liveKey(key))));
}
