import type { Input, Output } from '@bilim/contract/call.ts';
import { journal } from '@bilim/contract/journal.ts';
import { clearMark } from '@bilim/contract/limits.ts';
import { queryOptions, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ask, newKey } from '../../core/api.ts';
import { cell, useCell } from '../../core/cell.ts';
import type { Failure } from '../../core/failure.ts';
import { onChanged } from '../../core/live.ts';
import { discard, onSent, outbox, putOut, sendAgain, type Unsent } from '../../core/outbox.ts';
import { queries, reading } from '../../core/queries.ts';
import type { Cascade } from '../../university/cascade.data.ts';
import { absent, type Entry, type Mark, marked, type OwnEntry, present, type Sign, sameSign } from './journal.model.ts';

/** What names a journal in its calls. */
export type Key = Pick<
  Input<typeof journal.table>,
  'id_a_year' | 'id_semesterOrWs' | 'isPotok' | 'id_groupOrPorok' | 'id_discipline' | 'credits'
> & { id_a_year: number };

/** Tables are renewed apart from the room's other calls: only when their own journal changed, and not at every key. */
const tableRoom = 'journal.table';
const ownRoom = 'journal.own';
/** Milliseconds between a change and reading again: marks come in bursts. */
const pause = 250;
/** While this person enters signs, reading again waits for this long a rest, but not longer than the second time (ms). */
const rest = 1_500;
const longest = 5_000;
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

/** The key of the live line (wire.md 3.13); also the lane of what is unsent. */
export function liveKey(key: Key): string {
  const { id_a_year, id_semesterOrWs, isPotok, id_groupOrPorok, id_discipline, credits } = key;
  return [id_a_year, id_semesterOrWs, isPotok ? 1 : 0, id_groupOrPorok, id_discipline, credits].join('/');
}

const none = { id_a_year: 0, id_semesterOrWs: 1, isPotok: false, id_groupOrPorok: 1, id_discipline: 1, credits: 0 };

/** The class types of a journal. */
export function useClassTypes(key: Key | null) {
  return useQuery({ ...reading('journal', journal.classTypes, key ?? {}), enabled: key !== null });
}

/** Every class type there is, with its names. */
export function useAllClassTypes() {
  return useQuery(reading('journal', journal.classTypes, {}));
}

/** The marks that may be given. */
export function useMarks() {
  return useQuery({ ...reading('journal', journal.marks, {}), staleTime: Number.POSITIVE_INFINITY });
}

const sameCell = (a: Entry, b: Entry) =>
  a.id_student === b.id_student && a.visitDate === b.visitDate && a.timesCount === b.timesCount;

/** Rows that the server confirmed one by one, with the moment: an answer that set out before is older than they. */
const confirmed = new Map<string, { row: Entry; at: number }>();

function withConfirmed(rows: readonly Entry[], since: number, lane: string): Entry[] {
  const newer = [...confirmed].filter(([key, { at }]) => at > since && key.startsWith(lane)).map(([, one]) => one.row);
  return newer.length ? newer.reduce<Entry[]>((all, row) => put(all, row), [...rows]) : [...rows];
}

/** Puts a row into the place of the older one of its cell. */
function put(rows: readonly Entry[], row: Entry): Entry[] {
  const place = rows.findIndex((one) => sameCell(one, row));
  if (place < 0) return [...rows, row];
  return rows.map((one, at) => (at === place ? row : one));
}

const tableQuery = (key: Key, type: number) => {
  const input = { ...key, id_vid_zaniatiy: type };
  return queryOptions<Entry[], Failure, Entry[], readonly unknown[]>({
    queryKey: [tableRoom, liveKey(key), type],
    // What did not change is found by tableOf; comparing all rows in depth would cost more than painting them.
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const since = performance.now();
      return withConfirmed(await ask(journal.table, input, { signal }), since, `${liveKey(key)}|${type}|`);
    },
  });
};

/** A teacher's table of one class type; read again shortly after somebody changed this journal. */
export function useTable(key: Key | null, type: number | null) {
  const known = key !== null && type !== null;
  useChanges(
    tableRoom,
    useMemo(() => (key ? [liveKey(key)] : []), [key]),
  );
  return useQuery({ ...tableQuery(key ?? none, type ?? 0), enabled: known });
}

/** The students' subgroups. */
export function useDivision(key: Key | null, type: number | null) {
  return useQuery({
    ...reading('journal', journal.subgroups, { ...(key ?? none), id_vid_zaniatiy: type ?? 1 }),
    enabled: key !== null && type !== null,
  });
}

/** Days of the timetable on which a column could stand. */
export function useLessonDays(key: Key | null, type: number | null, needed: boolean) {
  return useQuery({
    ...reading('journal', journal.lessonDays, { ...(key ?? none), id_vid_zaniatiy: type ?? 1 }),
    enabled: key !== null && type !== null && needed,
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
  useChanges(
    ownRoom,
    useMemo(() => keys.map(liveKey), [keys]),
  );
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
    enabled: year !== null && ws !== null,
  });
}

function useChanges(room: string, lanes: readonly string[]): void {
  useEffect(() => {
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
        for (const lane of lanes) void queries.invalidateQueries({ queryKey: [room, lane] });
      };
      timer ??= setTimeout(read, pause);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [room, lanes]);
}

/** Where an entry goes. */
export interface Place {
  readonly key: Key;
  readonly type: number;
  readonly day: string;
  readonly times: number;
  /** Subgroup that the column is for; 0: the whole group. */
  readonly subgroup: number;
}

const markName = 'journal.mark';
const allName = 'journal.all';

function inputOf({ key, type, day, times, subgroup }: Place) {
  return {
    ...key,
    id_vid_zaniatiy: type,
    visitDate: day,
    timesCount: times,
    typeGroup: subgroup ? 1 : 0,
    subgroup,
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

onSent(markName, journal.mark, (entry, data) => {
  const [row] = data as Output<typeof journal.mark>;
  if (!row) return;
  const type = Number(entry.input.id_vid_zaniatiy);
  confirmed.set(`${entry.lane}|${type}|${row.id_student}.${row.visitDate}.${row.timesCount}`, {
    row,
    at: performance.now(),
  });
  queries.setQueryData<Entry[]>([tableRoom, entry.lane, type], (rows) => rows && put(rows, row));
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

function signOf(input: Unsent['input'], marks: readonly Mark[]): Sign {
  if (input.id_otsenka === clearMark) return { isVisited: null, id_otsenka: null, otsenka: null, otsenka_ball: null };
  if (input.isVisited === false) return absent;
  if (input.id_otsenka === undefined) return present;
  const mark = marks.find(({ id_otsenka }) => id_otsenka === input.id_otsenka);
  return mark
    ? marked(mark)
    : { isVisited: true, id_otsenka: Number(input.id_otsenka), otsenka: String(input.id_otsenka), otsenka_ball: null };
}

/** A sign that the server has not confirmed. */
export interface Waiting {
  readonly sign: Sign;
  readonly entry: Unsent;
}

/** Everything unsent of one journal and class type: single signs by `student.column`, and columns marked as a whole. */
export interface Unconfirmed {
  readonly cells: ReadonlyMap<number, ReadonlyMap<string, Waiting>>;
  readonly all: ReadonlyMap<string, Unsent>;
  readonly count: number;
  readonly refused: readonly Unsent[];
}

/** What waits in this journal, and what was refused. */
export function useUnconfirmed(key: Key | null, type: number | null, marks: readonly Mark[]): Unconfirmed {
  const { entries } = useCell(outbox);
  const lane = key && liveKey(key);
  // The outbox tells of every step of every entry; the table changes only when one comes, goes or is refused.
  const mine = entries.filter((entry) => entry.lane === lane && entry.input.id_vid_zaniatiy === type);
  const state = mine.map((entry) => entry.key + (entry.refused?.code ?? '')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` says whether `mine` differs
  return useMemo(() => {
    const cells = new Map<number, Map<string, Waiting>>();
    const all = new Map<string, Unsent>();
    const refused: Unsent[] = [];
    let count = 0;
    for (const entry of mine) {
      if (entry.name !== markName && entry.name !== allName) continue;
      if (entry.refused) refused.push(entry);
      else count++;
      const column = `${entry.input.visitDate}.${entry.input.timesCount}`;
      if (entry.name === allName) all.set(column, entry);
      else {
        const student = Number(entry.input.id_student);
        const row = cells.get(student) ?? new Map<string, Waiting>();
        cells.set(student, row.set(column, { sign: signOf(entry.input, marks), entry }));
      }
    }
    return { cells, all, count, refused };
  }, [state, marks]);
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
    onSuccess: () => queries.invalidateQueries({ queryKey: ['journal', journal.subgroups.path] }),
  });
}
