import { journal } from '@bilim/contract/journal.ts';
import { clearMark } from '@bilim/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../core/api.ts';
import { cell } from '../../core/cell.ts';
import { discard, onSent, outbox, putOut, sendAgain } from '../../core/outbox.ts';
import { queries } from '../../core/queries.ts';
import type { Unsent } from '../../core/unsent.ts';
import { type Key, liveKey } from './journal.key.ts';
import { entering } from './journal.live.ts';
import { absent, type Entry, type Mark, marked, nothing, present, type Sign, sameSign } from './journal.model.ts';
import { confirmed, confirmedKey, put, sameCell, tableKey, tableQuery, tableRoom } from './journal.sheet.ts';

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

/** The outbox's names of what this room puts in. */
export const markName = 'journal.mark';
export const allName = 'journal.all';

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
    lane: liveKey(place.key),
    call: journal.mark,
    input: { ...inputOf(place), id_student: student, isVisited: sign.isVisited !== false, id_otsenka },
    ageField: 'ageMs',
  });
}

/** Marks everybody without an entry as present. */
export function enterAll(place: Place): void {
  void putOut({
    name: allName,
    lane: liveKey(place.key),
    call: journal.markAll,
    input: { ...inputOf(place), isVisited: true },
    ageField: 'ageMs',
  });
}

/** An entry that came too late: somebody else's, made later, holds. It stays in the history. */
export interface Conflict {
  readonly lane: string;
  readonly type: number;
  readonly row: Entry;
  /** What had been entered, in short. */
  readonly mine: string;
}

/** Conflicts that the person has not seen off yet. */
export const conflicts = cell<readonly Conflict[]>([]);

/** Takes a conflict, or all of them, from the screen. */
export function seeOff(conflict: Conflict): void {
  conflicts.set(conflicts.get().filter((one) => one !== conflict));
}

/** When the server confirmed an entry last; null: nothing was entered since the page was opened. */
export const savedAt = cell<Date | null>(null);

/** What the journal holds where a kept answer speaks of: since the first try others may have written there. */
async function heldNow(entry: Unsent, told: Entry): Promise<Entry> {
  const input = entry.input as unknown as Key & { id_vid_zaniatiy: number };
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits, id_teacher } = input;
  const course = { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits };
  const table = tableQuery({ ...course, ...(id_teacher !== undefined && { id_teacher }) }, input.id_vid_zaniatiy);
  // What is under way may have set out before the last writing.
  await queries.cancelQueries({ queryKey: table.queryKey });
  const rows = await queries.fetchQuery({ ...table, staleTime: 0 });
  return rows.find((row) => sameCell(row, told)) ?? { ...told, ...nothing };
}

onSent(markName, journal.mark, async (entry, [told], replayed) => {
  if (!told) return;
  const type = Number(entry.input.id_vid_zaniatiy);
  const { id_teacher } = entry.input;
  const row = replayed ? await heldNow(entry, told) : told;
  if (!replayed) {
    const place = `${row.id_student}.${row.visitDate}.${row.timesCount}`;
    confirmed.set(confirmedKey(entry.lane, type, id_teacher) + place, { row, at: performance.now() });
    queries.setQueryData<Entry[]>(tableKey(entry.lane, type, id_teacher), (rows) => rows && put(rows, row));
  }
  savedAt.set(new Date());
  const mine = signOf(entry.input, []);
  if (!sameSign(mine, row) && !laterOf(entry))
    conflicts.set([
      ...conflicts.get(),
      { lane: entry.lane, type, row, mine: mine.otsenka ?? (mine.isVisited ? '+' : '') },
    ]);
});
onSent(allName, journal.markAll, (entry) => {
  savedAt.set(new Date());
  void queries.invalidateQueries({ queryKey: [tableRoom, entry.lane] });
});

/** Whether a newer entry of the same cell waits: then the answer to the older one is no conflict. */
function laterOf(entry: Unsent): boolean {
  const { id_student, visitDate, timesCount } = entry.input;
  return outbox
    .get()
    .entries.some(
      (one) =>
        one.order > entry.order &&
        one.lane === entry.lane &&
        one.input.id_student === id_student &&
        one.input.visitDate === visitDate &&
        one.input.timesCount === timesCount,
    );
}

/** What an entry that was put in says; a mark that is not among `marks` is known by its number alone. */
export function signOf(input: Unsent['input'], marks: readonly Mark[]): Sign {
  if (input.id_otsenka === clearMark) return { isVisited: null, id_otsenka: null, otsenka: null, otsenka_ball: null };
  if (input.isVisited === false) return absent;
  if (input.id_otsenka === undefined) return present;
  const mark = marks.find(({ id_otsenka }) => id_otsenka === input.id_otsenka);
  return mark
    ? marked(mark)
    : { isVisited: true, id_otsenka: Number(input.id_otsenka), otsenka: String(input.id_otsenka), otsenka_ball: null };
}

/** Sends refused entries again. */
export function tryAgain(entries: readonly Unsent[]): void {
  for (const { key } of entries) void sendAgain(key);
}

/** Lets go of refused entries: the table shows what the server has. */
export function letGo(entries: readonly Unsent[]): void {
  for (const { key } of entries) void discard(key);
}

/** Deletes the caller's own entries of a column. */
export function useDeleteColumn() {
  return useMutation({
    mutationFn: ({ place, key }: { place: Place; key: string }) => {
      const { typeGroup: _, subgroup: __, ...input } = inputOf(place);
      return ask(journal.deleteColumn, input, { key });
    },
    onSuccess: (_, { place }) => queries.invalidateQueries({ queryKey: [tableRoom, liveKey(place.key)] }),
  });
}
