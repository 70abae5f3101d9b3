import { parseRole } from '@bilim/contract/access.ts';
import type { Output } from '@bilim/contract/call.ts';
import { courseInput, groupInput, semesterInput } from '@bilim/contract/cascade-inputs.ts';
import type { JournalPosition } from '@bilim/contract/class-links.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { type DisciplineKeyParts, disciplineKey } from '@bilim/contract/discipline-key.ts';
import {
  findChosenOrFirst,
  findFirstCourse,
  findInitialSelection,
  type LastUsedSelection,
} from '@bilim/contract/initial-selection.ts';
import { selectionUpdates, type UrlSelection } from '@bilim/contract/url-selection.ts';
import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { universityTimeNow } from '../classes/clock.ts';
import { useTimetable } from '../classes/schedule.data.ts';
import { useAtom } from '../core/atom.ts';
import type { Failure } from '../core/failure.ts';
import { useMayLoadSecondaryContent } from '../core/lazy.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';
import { useUrlSelection } from '../core/searchParams.ts';
import { session } from '../core/session.ts';
import { readLastUsedSelection, storeLastUsedSelection, useInitialSelection } from './useInitialSelection.ts';

export type Discipline = Output<typeof discipline.list>[number];
export type Semester = Output<typeof discipline.semesters>[number];
export type Group = Output<typeof discipline.groups>[number];
export type Contact = Output<typeof discipline.students>[number] & { doljnost?: string | null };

type Reading<T> = UseQueryOptions<T, Failure, T, QueryKey>;

/** In the place of a discipline until one is known: nothing is asked of it. */
const noCourse: DisciplineKeyParts = { id: 0, isSelect: false, kredit: 0 };

/** The first of two calls for a teacher, the second for a student; both give rows of the same shape. */
function byRole<T>(teacher: boolean, forTeacher: unknown, forStudent: unknown): Reading<T> {
  return (teacher ? forTeacher : forStudent) as Reading<T>;
}

/**
 * The cascade: term, disciplines, semesters, groups, people. Without a discipline in the address it is the one that the
 * room was opened with (initial-selection.ts); what else is not chosen is the first of its list (SHELL-08).
 */
export interface CascadingSelection {
  chosen: UrlSelection;
  /** Where the journal has the class that the room was opened with. */
  place: JournalPosition | null;
  year: number | null;
  ws: number | null;
  years: UseQueryResult<Output<typeof discipline.years>, Failure>;
  disciplines: UseQueryResult<Discipline[], Failure>;
  discipline: Discipline | null;
  semesters: UseQueryResult<Semester[], Failure>;
  semester: Semester | null;
  groups: UseQueryResult<Group[], Failure>;
  group: Group | null;
  contacts: UseQueryResult<Contact[], Failure>;
  contact: Contact | null;
  /** Puts another choice into the address of the page. */
  go(next: UrlSelection): void;
}

/** A choice of one's own instead of the address's, for what is chosen in a window. */
export interface LocalSelection {
  readonly chosen: UrlSelection;
  readonly go: (next: UrlSelection) => void;
}

/**
 * Reads the cascade for the person who is signed in. Each list waits for what it hangs on; on the phone the years, and the
 * people unless the page begins with them, also for the page.
 */
export function useCascadingSelection(withPeople = false, own?: LocalSelection): CascadingSelection {
  const { user } = useAtom(session);
  const teacher = parseRole(user?.role) === 1;
  const selection = useUrlSelection();
  const inAddress = own?.chosen ?? selection;
  const navigate = useNavigate();

  const currentTerm = useQuery(queryForCall('discipline', discipline.currentTerm, {}));
  const currentYear = useQuery(queryForCall('discipline', discipline.currentYear, {}));
  const isTime = useMayLoadSecondaryContent();
  const years = useQuery({
    ...queryForCall('discipline', discipline.years, {}),
    ...quietRetryOptions,
    enabled: isTime,
  });
  const { year, ws, disciplines, looked } = useTermWithDisciplines(teacher, inAddress, {
    year: inAddress.year ?? currentYear.data?.[0]?.id_a_year ?? null,
    ws: inAddress.ws ?? currentTerm.data?.[0]?.id_ws ?? null,
  });
  const term = { year: year ?? 0, ws: ws ?? 0 };
  const { chosen, active, place, isUsed } = useDiscipline({ year, ws, disciplines, inAddress: looked });

  const course = active ?? noCourse;
  const ofDiscipline = courseInput(term, course);
  const semesters = useQuery({
    ...byRole<Semester[]>(
      teacher,
      queryForCall('discipline', discipline.semesters, ofDiscipline),
      queryForCall('discipline', discipline.semestersForStudent, ofDiscipline),
    ),
    enabled: active !== null,
  });
  const semester = findChosenOrFirst(active && semesters.data, (one) => one.id_semester === chosen.sem);

  const ofSemester = semesterInput(term, course, semester?.id_semester ?? 0);
  const groups = useQuery({
    ...byRole<Group[]>(
      teacher,
      queryForCall('discipline', discipline.groups, ofSemester),
      queryForCall('discipline', discipline.groupsForStudent, ofSemester),
    ),
    enabled: semester !== null,
  });
  const group = findChosenOrFirst(semester && groups.data, (one) => one.id_group === chosen.g);

  const ofGroup = groupInput(term, course, ofSemester.id_semester, group?.id_group ?? 0);
  const contacts = useQuery({
    ...byRole<Contact[]>(
      teacher,
      queryForCall('discipline', discipline.students, ofGroup),
      queryForCall('discipline', discipline.teachers, ofGroup),
    ),
    enabled: group !== null && (withPeople || isTime),
  });
  useUsed(
    isUsed ? { year, ws, d: active && disciplineKey(active), sem: semester?.id_semester, g: group?.id_group } : null,
  );
  const contact = (group && contacts.data?.find((one) => one.idid === chosen.c)) || null;

  return {
    chosen,
    place,
    year,
    ws,
    years,
    disciplines: firstFailed(disciplines, currentTerm, currentYear),
    discipline: active,
    semesters,
    semester,
    groups,
    group,
    contacts: firstFailed(contacts, semesters, groups),
    contact,
    go: own?.go ?? ((next) => void navigate({ to: '.', search: next })),
  };
}

interface OneTerm {
  readonly year: number | null;
  readonly ws: number | null;
}

function useDisciplines(teacher: boolean, { year, ws }: OneTerm) {
  const term = { year: year ?? 0, ws: ws ?? 0 };
  return useQuery({
    ...byRole<Discipline[]>(
      teacher,
      queryForCall('discipline', discipline.list, term),
      queryForCall('discipline', discipline.listForStudent, term),
    ),
    enabled: year !== null && ws !== null,
  });
}

/**
 * The disciplines of the term that is looked at. Where the address names none and the current one holds nothing for the
 * person, as in summer, it is the last term that does; `looked` names it then.
 */
function useTermWithDisciplines(teacher: boolean, inAddress: UrlSelection, now: OneTerm) {
  const current = useDisciplines(teacher, now);
  const isOpen = inAddress.year === undefined && inAddress.ws === undefined;
  const isNothing = isOpen && current.data?.length === 0;
  const lastTerm = useQuery({ ...queryForCall('discipline', discipline.lastTerm, {}), enabled: isNothing });
  const [found] = (isNothing && lastTerm.data) || [];
  const last = found ? { year: found.id_a_year, ws: found.id_ws } : null;
  const ofLast = useDisciplines(teacher, last ?? { year: null, ws: null });
  if (last) return { ...last, disciplines: ofLast, looked: { ...inAddress, ...last } };
  // Until it is known whether there is one, nothing is known to be empty.
  const isKnown = !isNothing || lastTerm.isSuccess;
  const disciplines = isKnown ? current : (lastTerm as unknown as typeof current);
  return { ...now, disciplines, looked: inAddress };
}

interface ViewedTerm {
  readonly year: number | null;
  readonly ws: number | null;
  readonly disciplines: UseQueryResult<Discipline[], Failure>;
  readonly inAddress: UrlSelection;
}

/** The discipline in the address, else the one that the room was opened with; null until it is known. */
function useDiscipline({ year, ws, disciplines: { data }, inAddress }: ViewedTerm) {
  const { user } = useAtom(session);
  const { pathname } = useLocation();
  const isInitial = inAddress.d === undefined;
  const timetable = useTimetable(isInitial);
  const initial = useInitialSelection(`${user?.uid} ${year}.${ws} ${pathname}`, () => {
    if (!isInitial || !data || !user || year === null || ws === null) return undefined;
    if (!timetable.data && !timetable.isError) return undefined;
    return findInitialSelection({
      timetable: timetable.data,
      now: universityTimeNow(),
      viewer: { teacher: parseRole(user.role) === 1, group: user.id_group ?? null },
      looked: inAddress,
      used: readLastUsedSelection(user.uid, year, ws),
      has: (d) => data.some((one) => disciplineKey(one) === d),
    });
  });
  const chosen: UrlSelection = isInitial ? { ...initial?.selection, ...inAddress } : inAddress;
  const isKnown = !isInitial || initial !== undefined;
  const named = data?.find((one) => disciplineKey(one) === chosen.d);
  return {
    chosen,
    active: isKnown ? (named ?? findFirstCourse(data)) : null,
    place: (isInitial && initial?.place) || null,
    /** Whether it counts as used: chosen by the person, or gone to in a class. */
    isUsed: !isInitial || initial?.goesOn === true,
  };
}

/** Remembers what is used, as soon as all of it is known. */
function useUsed(used: { [key in keyof LastUsedSelection]: LastUsedSelection[key] | null | undefined } | null): void {
  const { user } = useAtom(session);
  const { year = null, ws = null, d = null, sem = null, g = null } = used ?? {};
  useEffect(() => {
    if (!user || year === null || ws === null || d === null || sem === null || g === null) return;
    storeLastUsedSelection(user.uid, { year, ws, d, sem, g });
  }, [user, year, ws, d, sem, g]);
}

/** A list together with what it waits for: a failure on the way is the list's failure, and retrying begins there. */
function firstFailed<T>(
  list: UseQueryResult<T, Failure>,
  ...before: readonly UseQueryResult<unknown, Failure>[]
): UseQueryResult<T, Failure> {
  const failed = before.find((one) => one.isError && one.data === undefined);
  if (!failed) return list;
  return { ...list, isError: true, error: failed.error, refetch: failed.refetch } as UseQueryResult<T, Failure>;
}

/** The whole choice, so that an address means the same in every language and order. */
export function toUrlSelection({ chosen, discipline, semester, group }: CascadingSelection): UrlSelection {
  if (!discipline) return chosen;
  return {
    ...selectionUpdates.discipline(chosen, disciplineKey(discipline)),
    ...(semester && { sem: semester.id_semester }),
    ...(group && { g: group.id_group }),
  };
}

/** Whether it is known that the person has nobody to write to in the chosen term. */
export function hasNoContacts({ disciplines, contacts }: CascadingSelection): boolean {
  return disciplines.data?.length === 0 || contacts.data?.length === 0;
}
