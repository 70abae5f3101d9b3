import type { Input } from '@bilim/contract/call.ts';
import { journal } from '@bilim/contract/journal.ts';
import { unpackSheet } from '@bilim/contract/journal-sheet.ts';
import { clearMark } from '@bilim/contract/limits.ts';
import { keepPreviousData, queryOptions, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ask } from '../../core/api.ts';
import { cell } from '../../core/cell.ts';
import type { Failure } from '../../core/failure.ts';
import { useIsTime } from '../../core/lazy.ts';
import { onChanged } from '../../core/live/live.ts';
import { newKey } from '../../core/newKey.ts';
import { discard, onSent, outbox, putOut, sendAgain } from '../../core/offline/outbox.ts';
import type { Unsent } from '../../core/offline/unsent.ts';
import { queries, reading, renew } from '../../core/queries.ts';
import type { Cascade } from '../../university/cascade.data.ts';
import {
  absent,
  type Entry,
  type Mark,
  marked,
  nothing,
  type OwnEntry,
  present,
  type Sign,
  sameSign,
} from './journal.model.ts';

/** What names a journal in its calls. */
export type Key = Pick<
  Input<typeof journal.table>,
  'id_a_year' | 'id_semesterOrWs' | 'isPotok' | 'id_groupOrPorok' | 'id_discipline' | 'credits'
> & {
  id_a_year: number;
  /** In whose name; left out: in one's own. */
  id_teacher?: number;
};

/** Tables are renewed apart from the room's other calls: only when their own journal changed, and not at every key. */
const tableRoom = 'journal.table';
const ownRoom = 'journal.own';
const divisionRoom = 'journal.division';
/** What entries do not change; it would be read again after each of them. */
const listsRoom = 'journal.lists';
/** Milliseconds between a change and reading again: marks come in bursts. */
const pause = 250;
/** While this person enters signs, reading again waits for this long a rest, but not longer than the second time (ms). */
const rest = 1_500;
const longest = 20_000;
let enteredAt = 0;

/** The journal of the chosen discipline and group; null until they are known. */
export function keyOf(cascade: Cascade): Key | null {
  const { year, discipline, semester, group } = cascade;
  if (year === null || !discipline || !semester || !group) return null;
  return {
    id_a_year: year,
    id_semesterOrWs: semester.id_semester,
    isPotok: discipline.isSelect,
    id_groupOrPorok: group.id_group,
    id_discipline: discipline.id,
    credits: discipline.kredit,
  };
}

/** The same object as long as the same journal is chosen. */
export function useKey(cascade: Cascade): Key | null {
  const { year, discipline, semester, group } = cascade;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key follows from these parts of the cascade
  return useMemo(() => keyOf(cascade), [year, discipline, semester, group]);
}

/** The key of the live line (docs/wire.md#3-the-live-line); also the lane of what is unsent. */
export function liveKey(key: Key): string {
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits } = key;
  return [id_a_year, id_semesterOrWs, isPotok ? 1 : 0, id_groupOrPorok, id_discipline, credits].join('/');
}

const none = { id_a_year: 0, id_semesterOrWs: 1, isPotok: false, id_groupOrPorok: 1, id_discipline: 1, credits: 0 };

/** The class types of a journal. */
export function useClassTypes(key: Key | null) {
  return useQuery({ ...reading(listsRoom, journal.classTypes, key ?? {}), enabled: key !== null });
}

/** Every class type there is, with its names. */
export const useAllClassTypes = () => useQuery(reading(listsRoom, journal.classTypes, {}));

/** The marks that may be given. */
export function useMarks() {
  return useQuery({ ...reading(listsRoom, journal.marks, {}), staleTime: Number.POSITIVE_INFINITY });
}

const sameCell = (a: Entry, b: Entry) =>
  a.id_student === b.id_student && a.visitDate === b.visitDate && a.timesCount === b.timesCount;

/** Rows that the server confirmed one by one, with the moment: an answer that set out before is older than they. */
const confirmed = new Map<string, { row: Entry; at: number }>();

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
function put(rows: readonly Entry[], row: Entry): Entry[] {
  const place = rows.findIndex((one) => sameCell(one, row));
  const made = place < 0 ? [...rows, row] : rows.map((one, at) => (at === place ? row : one));
  madeBy.set(made, { from: rows, entry: row });
  // Else each would hold the one before it, and with it all since the page was opened.
  madeBy.delete(rows);
  return made;
}

/** Under which a teacher's table is kept. */
const tableKey = (lane: string, type: number, teacher: unknown) => [tableRoom, lane, type, Number(teacher ?? 0)];
const confirmedKey = (lane: string, type: number, teacher: unknown) => `${lane}|${type}|${Number(teacher ?? 0)}|`;

/** What tells one sheet from another: journal, class type, and in whose name. */
export const sheetName = (key: Key, type: number) => confirmedKey(liveKey(key), type, key.id_teacher);

const tableQuery = (key: Key, type: number) => {
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

/** The students' subgroups. */
export function useDivision(key: Key | null, type: number | null) {
  useChanges(divisionRoom, key ? liveKey(key) : '');
  const input = { ...(key ?? none), id_vid_zaniatiy: type ?? 1 };
  return useQuery({
    queryKey: [divisionRoom, liveKey(input), type, key?.id_teacher ?? 0],
    queryFn: ({ signal }) => ask(journal.subgroups, input, { signal }),
    enabled: key !== null && type !== null,
  });
}

/** Days of the timetable on which a column could stand. */
export function useLessonDays(key: Key | null, type: number | null, needed: boolean) {
  return useQuery({
    ...reading(listsRoom, journal.lessonDays, { ...(key ?? none), id_vid_zaniatiy: type ?? 1 }),
    enabled: key !== null && type !== null && needed,
  });
}

/** Journals in which the journal permission lets act: by words of names, or all of one teacher. */
export function useJournals(
  of: { year: number | null; ws: number | null; search?: string | undefined; teacher?: number | undefined },
  needed: boolean,
) {
  const { year, ws, search, teacher: id_teacher } = of;
  return useQuery({
    ...reading(listsRoom, journal.journals, { id_a_year: year ?? 0, id_ws: ws ?? 1, search, id_teacher }),
    enabled: needed && year !== null && ws !== null,
    placeholderData: keepPreviousData,
  });
}

/** Every entry of a cell. */
export function useHistory(id: number | null) {
  return useQuery({
    ...reading('journal', journal.history, { id_studentJournalVisit: id ?? 1 }),
    enabled: id !== null,
    staleTime: 0,
  });
}

/** A student's own rows; of a chosen discipline those of all its streams. */
export function useOwn(keys: readonly Key[]) {
  useChanges(ownRoom, keys.map(liveKey).join(' '));
  return useQueries({
    queries: keys.map((key) =>
      queryOptions<OwnEntry[], Failure, OwnEntry[], readonly unknown[]>({
        queryKey: [ownRoom, liveKey(key)],
        queryFn: ({ signal }) => ask(journal.own, key, { signal }),
      }),
    ),
  });
}

/** A student's journals of a term with what totals need. */
export function useOverview(year: number | null, ws: number | null) {
  return useQuery({
    ...reading('journal', journal.overview, { id_a_year: year ?? 0, id_ws: ws ?? 1 }),
    enabled: useIsTime() && year !== null && ws !== null,
  });
}

/** Reads again what belongs to one of the lanes (keys of the live line, a blank between them) when it changed. */
function useChanges(room: string, text: string): void {
  useEffect(() => {
    const lanes = text.split(' ');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChanged('journal', (changed) => {
      if (changed !== null && !lanes.includes(changed)) return;
      const since = performance.now();
      const read = () => {
        const left = enteredAt + rest - performance.now();
        if (left > 0 && performance.now() - since < longest) {
          timer = setTimeout(read, left);
          return;
        }
        timer = undefined;
        for (const lane of lanes) renew({ queryKey: [room, lane] });
      };
      timer ??= setTimeout(read, pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [room, text]);
}

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
  enteredAt = performance.now();
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

/** Puts a student into a subgroup. */
export function useSetSubgroup(key: Key, type: number) {
  return useMutation({
    mutationFn: ({ student, subgroup }: { student: number; subgroup: number }) =>
      ask(journal.setSubgroup, { ...key, id_vid_zaniatiy: type, id_student: student, subgroup }, { key: newKey() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [divisionRoom, liveKey(key)] }),
  });
}
