import type { Input, Output } from '@bilim/contract/call.ts';
import { registration } from '@bilim/contract/registration.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask } from '../../core/api.ts';
import { useCell } from '../../core/cell.ts';
import { asFailure, busyPause, type Failure, unanswered } from '../../core/failure.ts';
import { onChanged } from '../../core/live/live.ts';
import { queries, reading } from '../../core/queries.ts';
import { session } from '../../core/session.ts';

const room = 'registration';
/** Teachers and streams: cleared after every success, and renewed when seats change. */
const offers = 'registration-offers';

export type PlanRow = Output<typeof registration.list>[number];
export type StreamRow = Output<typeof registration.streams>[number];
export type LineRow = Output<typeof registration.waiting>[number];
export type Wish = Input<typeof registration.save>;

/** A discipline with one class type: what a teacher and a stream are chosen for. */
export type Course = Pick<
  PlanRow,
  | 'id_discipline'
  | 'discipline'
  | 'kredits'
  | 'p30'
  | 'id_vid_zaniatiy'
  | 'name_vid_zaniatiy'
  | 'descGroupNum'
  | 'isByPlan'
> & { own: PlanRow | null };

/** Class types of a discipline that the student has begun to register for but not chosen yet. */
export function stillToChoose(rows: readonly PlanRow[], of: Pick<PlanRow, 'id_discipline' | 'kredits'>): PlanRow[] {
  const same = rows.filter((row) => row.id_discipline === of.id_discipline && row.kredits === of.kredits);
  if (!same.some((row) => row.subgroup !== null)) return [];
  return same.filter((row) => row.hasStreams && row.subgroup === null);
}

/** Credits of disciplines of which something is still to be chosen; they count among the registered ones. */
export function incompleteCredits(rows: readonly PlanRow[]): number {
  const begun = new Map(
    rows
      .filter((row) => stillToChoose(rows, row).length)
      .map((row) => [`${row.id_discipline} ${row.kredits}`, row.kredits]),
  );
  return [...begun.values()].reduce((sum, credits) => sum + credits, 0);
}

/** What is chosen on the page, as it stands in the address. */
export interface Choice {
  ry?: number;
  rs?: number;
  /** Discipline, credits and class type. */
  rc?: string;
  rt?: number;
  rg?: number;
  extra?: 1;
}

const number = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);

function readChoice(search: Readonly<Record<string, unknown>>): Choice {
  const { rc } = search;
  const choice: { [key in keyof Choice]: Choice[key] | undefined } = {
    ry: number(search.ry),
    rs: number(search.rs),
    rc: typeof rc === 'string' && /^\d+_[\d.]+_\d+$/.test(rc) ? rc : undefined,
    rt: number(search.rt),
    rg: number(search.rg),
    extra: search.extra ? 1 : undefined,
  };
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined)) as Choice;
}

/** How a course is named in the address. */
export const courseKey = (course: Pick<Course, 'id_discipline' | 'kredits' | 'id_vid_zaniatiy'>) =>
  `${course.id_discipline}_${course.kredits}_${course.id_vid_zaniatiy}`;

/** The choice of the address and ways to change it; each choice drops what hangs on it (REG-02). */
export function useChoice() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { ry, rs, rc, rt, rg, extra } = readChoice(search);
  const go = (next: { [key in keyof Choice]: Choice[key] | undefined }) => {
    const others = Object.entries(search).filter(([key]) => !['ry', 'rs', 'rc', 'rt', 'rg', 'extra'].includes(key));
    const kept = Object.entries(next).filter(([, value]) => value !== undefined);
    void navigate({ to: '.', search: Object.fromEntries([...others, ...kept]) });
  };
  return {
    ry,
    rs,
    rc,
    rt,
    rg,
    extra: extra === 1,
    chooseYear: (year: number | null) => go({ ry: year ?? undefined }),
    chooseSemester: (semester: number | null) => go({ ry, rs: semester ?? undefined }),
    chooseKind: (next: boolean) => go({ ry, rs, extra: next ? 1 : undefined }),
    chooseCourse: (key: string | undefined) => go({ ry, rs, extra, rc: key }),
    chooseTeacher: (teacher: number | undefined) => go({ ry, rs, extra, rc, rt: teacher }),
    chooseStream: (stream: number | undefined) => go({ ry, rs, extra, rc, rt, rg: stream }),
  };
}

/** Years, semesters of the own group, and which of them the page is about; `away`: a year without a group. */
export function useTerm(choice: Pick<Choice, 'ry' | 'rs'>) {
  const { user, settings } = useCell(session);
  const years = useQuery(reading(room, registration.years, {}));
  const standard = useQuery(reading(room, registration.defaultYear, {}));
  const year = choice.ry ?? standard.data?.[0]?.id_a_year_def ?? null;
  // In an earlier year it may have been another group.
  const earlier = year !== null && standard.data !== undefined && year !== standard.data[0]?.id_a_year_def;
  const groups = useQuery({ ...reading(room, registration.ownGroup, { id_a_year: year ?? 0 }), enabled: earlier });
  const group = (earlier ? groups.data?.[0]?.id_group : user?.id_group) ?? null;
  const semesters = useQuery({
    ...reading(room, registration.semesters, { id_group: group ?? 0, id_a_year: year ?? 0 }),
    enabled: group !== null && year !== null && standard.data !== undefined,
  });
  const list = semesters.data ?? [];
  const ofTerm = list.find((one) => one.id_ws === settings?.[0]?.id_ws);
  const semester = list.find((one) => one.id_semester === choice.rs) ?? ofTerm ?? list[0] ?? null;
  const away = earlier && groups.data?.length === 0;
  // Without any of them there is no semester to show disciplines of.
  const broken = [years, standard, groups, semesters].filter(({ isError, data }) => isError && !data);
  const failure = broken[0]?.error ?? null;
  const retry = () => {
    for (const one of broken) void one.refetch();
  };
  return { years, semesters, year, semester: semester?.id_semester ?? null, away, failure, retry };
}

export interface Term {
  id_a_year: number;
  id_semester: number;
}

const never: Term = { id_a_year: 0, id_semester: 1 };

/** The plan with what is registered. */
export const usePlan = (term: Term | null) =>
  useQuery({ ...reading(room, registration.list, term ?? never), enabled: term !== null });

/** Period, credits and their limit, and whether extras are open; false until the server says so (REG-04). */
export function usePermission(term: Term | null) {
  const permission = useQuery({ ...reading(room, registration.permission, term ?? never), enabled: term !== null });
  return permission.data?.[0] ?? null;
}

/** Extras that may be chosen. */
export const useExtras = (term: Term | null, open: boolean) =>
  useQuery({
    ...reading(room, registration.optionalDisciplines, term ?? never),
    enabled: term !== null && open,
  });

/** Streams in whose line the student stands. */
export const useLines = (term: Term | null) =>
  useQuery({ ...reading(room, registration.waiting, term ?? never), enabled: term !== null });

function courseInput(term: Term, course: Course) {
  return {
    ...term,
    id_discipline: course.id_discipline,
    kredits: course.kredits,
    id_vid_zaniatiy: course.id_vid_zaniatiy,
  };
}

const noCourse = { ...never, id_discipline: 1, kredits: 0, id_vid_zaniatiy: 1 };

/** Who has a stream of a course. */
export function useTeachers(term: Term | null, course: Course | null) {
  const call = course && !course.isByPlan ? registration.optionalTeachers : registration.teachers;
  return useQuery({
    ...reading(offers, call, term && course ? courseInput(term, course) : noCourse),
    enabled: term !== null && course !== null,
  });
}

/** A teacher's streams with their seats, which change while one looks. */
export function useStreams(term: Term | null, course: Course | null, teacher: number | null) {
  const call = course && !course.isByPlan ? registration.optionalStreams : registration.streams;
  const discipline = course?.id_discipline;
  useEffect(() => {
    if (discipline === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChanged('seats', (key) => {
      if (key !== null && !key.split(',').includes(String(discipline))) return;
      // Thousands look at the same streams: they do not all ask in the same moment.
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [offers] });
      }, Math.random() * 800);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [discipline]);
  return useQuery({
    ...reading(
      offers,
      call,
      term && course && teacher !== null
        ? { ...courseInput(term, course), id_teacher: teacher }
        : { ...noCourse, id_teacher: 1 },
    ),
    enabled: term !== null && course !== null && teacher !== null,
  });
}

/** Whether the server was too busy, unreachable, or still at the same request: the same key may be tried again. */
function mayGoThrough(failure: Failure): boolean {
  return failure.status === 503 || failure.code === 'call.stillRunning' || unanswered(failure);
}

/** Waits, shorter when the network comes back; ends early when cancelled. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Sends a wish until there is an answer: in the first minutes the server may be busy. The key stays the same, so that
 * a reply that was lost is given again. `onBusy` is told before every pause.
 */
export async function sendUntilAnswered<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, onBusy }: { signal: AbortSignal; onBusy: (tries: number) => void },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(signal);
    } catch (error) {
      const failure = asFailure(error);
      if (signal.aborted || !mayGoThrough(failure)) throw failure;
      onBusy(tries);
      await pause(busyPause(tries), signal);
      if (signal.aborted) throw failure;
    }
  }
}

/** After a success teachers and streams are cleared and the list is read anew (REG-02). */
async function afterChange(): Promise<void> {
  queries.removeQueries({ queryKey: [offers], type: 'inactive' });
  await Promise.all([
    queries.resetQueries({ queryKey: [offers] }),
    queries.invalidateQueries({ queryKey: [room] }),
    queries.invalidateQueries({ queryKey: ['discipline'] }),
  ]);
}

interface Sending {
  key: string;
  signal: AbortSignal;
  onBusy: (tries: number) => void;
}

/** Takes a seat. When it went meanwhile, the streams are read anew. */
export function useSave() {
  return useMutation({
    mutationFn: ({ wish, key, ...how }: { wish: Wish } & Sending) =>
      sendUntilAnswered((signal) => ask(registration.save, wish, { key, signal }), how),
    onSuccess: afterChange,
    onError: (failure: Failure) => {
      if (failure.status === 409) void queries.invalidateQueries({ queryKey: [offers] });
    },
  });
}

/** Gives all class types of a registration back. */
export function useDelete() {
  return useMutation({
    mutationFn: ({ id, key, ...how }: { id: number } & Sending) =>
      sendUntilAnswered((signal) => ask(registration.delete, { id_disciplineForStudent: id }, { key, signal }), how),
    onSuccess: afterChange,
  });
}

/** Stands in the line of a full stream. */
export function useWait() {
  return useMutation({
    mutationFn: ({ wish, key, ...how }: { wish: Wish } & Sending) =>
      sendUntilAnswered((signal) => ask(registration.wait, wish, { key, signal }), how),
    onSuccess: renewLines,
    onError: renewLines,
  });
}

/** Leaves the line of a stream. */
export function useLeave() {
  return useMutation({
    mutationFn: ({ stream, key }: { stream: number; key: string }) =>
      ask(registration.stopWaiting, { subgroup: stream }, { key }),
    onSuccess: renewLines,
  });
}

async function renewLines(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [offers] }),
    queries.invalidateQueries({ queryKey: [room] }),
  ]);
}
