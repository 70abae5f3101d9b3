import type { ClassOccurrence } from '@bilim/contract/class-links.ts';
import { discipline } from '@bilim/contract/discipline.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { firstNewsPageInput } from '@bilim/contract/first-news-page.ts';
import { news } from '@bilim/contract/news.ts';
import { addDays } from '@bilim/contract/term-calendar.ts';
import {
  findNextClassDay,
  type Lesson,
  lessonState,
  listCancelledClasses,
  listLessonsOnDay,
  nextClassSearchDays,
  type Timetable,
} from '@bilim/contract/timetable.ts';
import { useQuery } from '@tanstack/react-query';
import { useClassViewer } from '../../classes/class-links.ts';
import { useUniversityTime } from '../../classes/clock.ts';
import { useClassEntryCounts } from '../../classes/marking.data.ts';
import type { ClassEntryProgress } from '../../classes/marking.ts';
import { findNextClasses } from '../../classes/next-class.ts';
import { useAdjacentTermTimetable, useTimetable, useViewedTerm } from '../../classes/schedule.data.ts';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { queryForCall } from '../../core/queryClient.ts';

/** How many announcements are beside the day. */
const digest = 4;
/** How many days back classes are looked at that are not marked. */
const daysBack = 6;

/** What the day holds: the classes going on, the others of today, and the next day that has classes. */
export function useTodayData() {
  const { data, error, dataUpdatedAt, refetch } = useTimetable();
  const now = useUniversityTime();
  const { teacher, group } = useClassViewer();
  const occurrenceOf = (lesson: Lesson, day: string, ofDay: readonly Lesson[]): ClassOccurrence => ({
    lesson,
    day,
    ofDay,
  });
  const { week = [], term = null } = data ?? {};
  const today = listLessonsOnDay(week, term, now.day);
  const isOwn = ({ groups }: Lesson) => teacher || groups.some(({ id_group }) => id_group === group);
  const at = (state: ReturnType<typeof lessonState>) =>
    today.filter((lesson) => lessonState(lesson, now.time) === state);
  // At the end of a term the next classes are those of the next one.
  const { neighbour } = useAdjacentTermTimetable(data, { first: now.day, last: addDays(now.day, nextClassSearchDays) });
  const own = findNextClassDay(week, term, now.day);
  const of = own ? undefined : neighbour?.of;
  const later = own ?? (neighbour && findNextClassDay(neighbour.week, neighbour.term, now.day));
  return {
    now,
    timetable: data,
    error,
    /** When the timetable was read. */
    readAt: new Date(dataUpdatedAt).toISOString(),
    refetch,
    isEmpty: week.length === 0,
    /** Before the term has begun: its first day. */
    beginsOn: term && now.day < term.startsOn ? term.startsOn : null,
    current: at('now')
      .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
      .map((lesson) => occurrenceOf(lesson, now.day, today)),
    past: at('past').map((lesson) => occurrenceOf(lesson, now.day, today)),
    /** Classes of today that are not held. */
    gone: listCancelledClasses(week, term, now.day),
    coming: at('later').map((lesson) => occurrenceOf(lesson, now.day, today)),
    later: later && {
      ...later,
      classes: later.ofDay.map((lesson) => ({ ...occurrenceOf(lesson, later.day, later.ofDay), term: of })),
    },
  };
}

export type TodayData = ReturnType<typeof useTodayData>;

/**
 * Whether the day is being read for the first time, so that it is not known how high it will be. A failure ends the waiting,
 * and a network that is lost.
 */
export function useIsTodayLoading(): boolean {
  const isOnline = useAtom(isPortalReachable);
  const { teacher } = useClassViewer();
  const hasTerm = useViewedTerm() !== null;
  const currentTerm = useQuery(queryForCall('discipline', discipline.currentTerm, {}));
  const currentYear = useQuery(queryForCall('discipline', discipline.currentYear, {}));
  const timetable = useTimetable();
  const marked = useClassEntryCounts();
  const disciplines = useDisciplineList();
  const reads = hasTerm ? [timetable, disciplines, ...(teacher ? [marked] : [])] : [currentTerm, currentYear];
  const isFailed = reads.some(({ failureCount }) => failureCount > 0);
  return isOnline && !isFailed && reads.some(({ data }) => data === undefined);
}

/** Classes of the last days that are over and not marked to the last student of each group, oldest first. */
export function findUnfilledClasses(
  { timetable, now }: TodayData,
  marking: (occurrence: ClassOccurrence) => ClassEntryProgress,
) {
  const { week = [], term = null } = (timetable ?? {}) as Partial<Timetable>;
  const days = Array.from({ length: daysBack + 1 }, (_, place) => addDays(now.day, place - daysBack));
  return days.flatMap((day) => {
    const ofDay = listLessonsOnDay(week, term, day);
    return ofDay
      .filter((lesson) => day < now.day || lessonState(lesson, now.time) === 'past')
      .map((lesson): ClassOccurrence => ({ lesson, day, ofDay }))
      .filter((occurrence) => marking(occurrence).students > 0 && marking(occurrence).state !== 'done');
  });
}

/** The latest announcements. */
export function useNewsDigest() {
  const { data, ...rest } = useQuery(queryForCall('news', news.data, firstNewsPageInput));
  return { ...rest, data: data?.slice(0, digest) };
}

function useDisciplineList() {
  const { teacher } = useClassViewer();
  const term = useViewedTerm();
  const where = { year: term?.year ?? 0, ws: term?.ws ?? 0 };
  return useQuery({
    ...queryForCall('discipline', teacher ? discipline.list : discipline.listForStudent, where),
    enabled: term !== null,
  });
}

/** The disciplines of the term, those with the nearest class first. */
export function useTermDisciplines({ timetable, now }: TodayData) {
  const term = useViewedTerm();
  const { data, error, isPending, refetch } = useDisciplineList();
  const near = timetable ? findNextClasses(timetable, now) : new Map<string, ClassOccurrence>();
  const order = (key: string) => {
    const occurrence = near.get(key);
    return occurrence ? `${occurrence.day} ${occurrence.lesson.startsAt}` : 'none';
  };
  return {
    error,
    isPending,
    refetch,
    term,
    list: data
      ?.map((one) => ({ ...one, key: disciplineKey(one), next: near.get(disciplineKey(one)) ?? null }))
      .sort((a, b) => (order(a.key) < order(b.key) ? -1 : 1)),
  };
}
