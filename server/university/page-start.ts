import type { Output } from '@bilim/contract/call.ts';
import { courseInput, semesterInput, type YearAndTerm } from '@bilim/contract/cascade-inputs.ts';
import { selectVisibleChatParts } from '@bilim/contract/conversation-address.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { type DisciplineKeyParts, disciplineKey } from '@bilim/contract/discipline-key.ts';
import { findChosenOrFirst, findFirstCourse, findInitialSelection } from '@bilim/contract/initial-selection.ts';
import { schedule } from '@bilim/contract/schedule.ts';
import type { Timetable, UniversityTime } from '@bilim/contract/timetable.ts';
import type { UrlSelection } from '@bilim/contract/url-selection.ts';
import type { PageStart } from '../call/page-start.ts';
import { now } from '../core/clock.ts';

/** The discipline with which a page opens, its term, and what else is chosen then. */
interface OpenedCourse {
  readonly term: YearAndTerm;
  readonly course: DisciplineKeyParts;
  readonly selection: UrlSelection;
}

const isTeacher = ({ caller }: PageStart): boolean => caller?.role === 1;

/** Whether the page shows something of one discipline: its own page, journal, materials, or whom to write to in it. */
export const hasDisciplineContent = ({ page, selection, wide }: PageStart): boolean =>
  ['d', 'journal', 'umk'].includes(page) || (page === 'chat' && selectVisibleChatParts(selection, wide).contacts);

/** Whether the page begins with the timetable. */
export const hasTimetableContent = (start: PageStart): boolean =>
  ['today', 'schedule'].includes(start.page) || hasDisciplineContent(start);

/** Year and term that are looked at; null: the page shows nothing of a term. The bar of wide screens shows its week. */
export async function fetchViewedTerm(start: PageStart): Promise<YearAndTerm | null> {
  if (!start.caller || !(start.wide || hasTimetableContent(start))) return null;
  const [terms, years] = await Promise.all([
    start.fetch(discipline.currentTerm, {}),
    start.fetch(discipline.currentYear, {}),
  ]);
  const year = start.selection.year ?? years?.[0]?.id_a_year;
  const ws = start.selection.ws ?? terms?.[0]?.id_ws;
  return year === undefined || ws === undefined ? null : { year, ws };
}

/** The caller's timetable of a term. */
export async function fetchTimetable(start: PageStart, term: YearAndTerm): Promise<Timetable | undefined> {
  const [week, span] = await Promise.all([
    start.fetch(isTeacher(start) ? schedule.teacher : schedule.student, term),
    start.fetch(schedule.term, term),
  ]);
  return week ? { week, term: span?.[0] ?? null } : undefined;
}

/** The caller's disciplines of a term. */
export const fetchDisciplinesOfTerm = (start: PageStart, term: YearAndTerm) =>
  start.fetch(isTeacher(start) ? discipline.list : discipline.listForStudent, term);

/** The discipline that a page about one shows first, as the page finds it by itself; null: there is none. */
export async function findInitialCourse(start: PageStart): Promise<OpenedCourse | null> {
  const term = hasDisciplineContent(start) ? await fetchViewedTerm(start) : null;
  if (!term) return null;
  const timetable = fetchTimetable(start, term);
  const disciplines = await fetchDisciplinesOfTerm(start, term);
  if (disciplines?.length !== 0)
    return courseOf(start, term, { disciplines: disciplines ?? [], timetable: await timetable });
  const last = await lastTermInstead(start, term);
  if (!last) return null;
  const earlier = await fetchDisciplinesOfTerm(start, last);
  return courseOf(start, last, { disciplines: earlier ?? [], timetable: await timetable });
}

/** Semester and groups of the discipline with which a page opens. */
interface OpenedGroups extends OpenedCourse {
  readonly semester: number;
  readonly groups: Output<typeof discipline.groups>;
  /** The group that is chosen, or the first. */
  readonly group: number;
}

/** The lists of the cascade, one after the other as the page follows them; null where one has nothing to choose. */
export async function fetchCascade(start: PageStart): Promise<OpenedGroups | null> {
  const opened = await findInitialCourse(start);
  if (!opened) return null;
  const { term, course, selection } = opened;
  const semesters = await start.fetch(
    isTeacher(start) ? discipline.semesters : discipline.semestersForStudent,
    courseInput(term, course),
  );
  const semester = findChosenOrFirst(semesters, (one) => one.id_semester === selection.sem)?.id_semester;
  if (semester === undefined) return null;
  const inSemester = semesterInput(term, course, semester);
  const groups = await start.fetch(isTeacher(start) ? discipline.groups : discipline.groupsForStudent, inSemester);
  const group = findChosenOrFirst(groups, (one) => one.id_group === selection.g)?.id_group;
  return groups && group !== undefined ? { ...opened, semester, groups, group } : null;
}

function courseOf(
  start: PageStart,
  term: YearAndTerm,
  of: { readonly disciplines: readonly DisciplineKeyParts[]; readonly timetable: Timetable | undefined },
): OpenedCourse | null {
  const selection = selectionAtStart(start, term, of);
  const course =
    of.disciplines.find((one) => disciplineKey(one) === selection.d) ?? findFirstCourse([...of.disciplines]);
  return course ? { term, course, selection } : null;
}

/** What opens in place of a term in which the person has nothing; null when the address names one, or there is none. */
async function lastTermInstead(start: PageStart, term: YearAndTerm): Promise<YearAndTerm | null> {
  if (start.selection.year !== undefined || start.selection.ws !== undefined) return null;
  const [last] = (await start.fetch(discipline.lastTerm, {})) ?? [];
  const isOther = last && (last.id_a_year !== term.year || last.id_ws !== term.ws);
  return isOther ? { year: last.id_a_year, ws: last.id_ws } : null;
}

function selectionAtStart(
  { selection, caller, used, timeZone }: PageStart,
  term: YearAndTerm,
  {
    disciplines,
    timetable,
  }: { readonly disciplines: readonly DisciplineKeyParts[]; readonly timetable: Timetable | undefined },
): UrlSelection {
  if (selection.d !== undefined) return selection;
  const initial = findInitialSelection({
    timetable,
    now: universityNow(timeZone),
    viewer: { teacher: caller?.role === 1, group: caller?.groupId ?? null },
    looked: selection,
    used: used?.year === term.year && used.ws === term.ws ? used : null,
    has: (d) => disciplines.some((one) => disciplineKey(one) === d),
  });
  return { ...initial?.selection, ...selection };
}

/** The university's day and time at this moment; a statement more at every visit would be dear for it. */
function universityNow(timeZone: string): UniversityTime {
  const [day = '', time = ''] = now().toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}
