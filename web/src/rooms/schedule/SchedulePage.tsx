import caretLeft from 'icon:caret-left-bold';
import caretRight from 'icon:caret-right-bold';
import printer from 'icon:printer';
import { parseRole } from '@bilim/contract/access.ts';
import type { ClassOccurrence } from '@bilim/contract/class-links.ts';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import type { ScheduleView } from '@bilim/contract/page-options.ts';
import type { PageParams } from '@bilim/contract/page-params.ts';
import { addDays, startOfWeek, termWeekNumber } from '@bilim/contract/term-calendar.ts';
import type { Timetable } from '@bilim/contract/timetable.ts';
import {
  classTypeColour,
  type Lesson,
  listCancelledClasses,
  listLessonsOnDay,
  type UniversityTime,
} from '@bilim/contract/timetable.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUniversityTime } from '../../classes/clock.ts';
import { LessonDialog } from '../../classes/LessonDialog.tsx';
import {
  type AdjacentTermTimetable,
  useAdjacentTermTimetable,
  useTimetable,
  useViewedTerm,
} from '../../classes/schedule.data.ts';
import { type PrintedTimetable, TimetablePaper } from '../../classes/TimetablePaper.tsx';
import { useAtom } from '../../core/atom.ts';
import { findInitialDay } from '../../core/findInitialDay.ts';
import { language } from '../../core/i18n.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { screenState } from '../../core/screen.ts';
import { useSearchParams } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { dayAndMonth } from '../../core/time.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { MissingUniversityMessage, useIsUniversityMissing } from '../../kit/MissingUniversityMessage.tsx';
import { Page } from '../../kit/Page.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { useSideSwipe } from '../../kit/useSideSwipe.ts';
import { DayList } from './DayList.tsx';
import { DayStrip } from './DayStrip.tsx';
import { findAdjacentDay, formatWeekRange } from './days.ts';
import kind from './Kind.module.css';
import styles from './Schedule.module.css';
import { WeekGrid } from './WeekGrid.tsx';

/** The timetable: a week as a grid, a day as a list; on the phone always the day under a strip of the week. */
export default function SchedulePage() {
  const { t } = useTranslation('schedule');
  const isEmpty = useIsUniversityMissing();
  if (isEmpty)
    return <MissingUniversityMessage title={t('title')} sentence={t('noUniversity')} load={t('loadTables')} />;
  return <Weeks />;
}

function Weeks() {
  const { t } = useTranslation('schedule');
  const { mobile } = useAtom(screenState);
  useAtom(language);
  const now = useUniversityTime();
  const read = useTimetable();
  const search = useSearchParams('/schedule');
  const navigate = useNavigate();
  const view = (mobile ? 'day' : search.view) ?? 'week';
  const first = findInitialDay(read.data?.term ?? null, now.day, read.data?.week.length ?? 6);
  const day = search.day ?? first;
  const monday = startOfWeek(day);
  const { neighbour, isPending } = useAdjacentTermTimetable(read.data, { first: monday, last: addDays(monday, 6) });
  const shown = termOf(day, read.data, neighbour);
  const days = Math.max(read.data?.week.length ?? 6, neighbour?.week.length ?? 6);
  const go = (next: PageParams<'/schedule'>) =>
    void navigate({ to: '.', search: { ...search, day, view, ...next }, replace: true });

  // Beyond the week's last day comes the first one of the next.
  const swipe = useSideSwipe(mobile ? (by) => go({ day: findAdjacentDay(day, by, days) }) : null);

  const step = view === 'week' || mobile ? 7 : 1;
  const move =
    view === 'week' || mobile ? (['previousWeek', 'nextWeek'] as const) : (['previousDay', 'nextDay'] as const);
  const arrows = (
    <div className={styles.nav}>
      <IconButton icon={caretLeft} size="s" label={t(move[0])} onClick={() => go({ day: addDays(day, -step) })} />
      {!mobile && <b>{view === 'week' ? formatWeekRange(day) : dayAndMonth(day)}</b>}
      <IconButton icon={caretRight} size="s" label={t(move[1])} onClick={() => go({ day: addDays(day, step) })} />
      {!mobile && (
        <Button look="soft" onClick={() => go({ day: first })}>
          {t('today')}
        </Button>
      )}
      {!mobile && shown && <PrintOwn timetable={shown} />}
    </div>
  );
  return (
    <Page
      title={t('title')}
      fromApps
      wide={view === 'week'}
      className={styles.page}
      action={arrows}
      head={
        mobile ? (
          <DayStrip day={day} today={now.day} days={days} onChoose={(next) => go({ day: next })} />
        ) : (
          <div className={styles.bar}>
            <WeekName timetable={shown} day={day} />
            <SegmentedControl
              label={t('view')}
              segments={[
                { value: 'week', name: t('week') },
                { value: 'day', name: t('day') },
              ]}
              value={view}
              onChoose={(next) => go({ view: next })}
            />
          </div>
        )
      }
    >
      {(read.isPending || isPending) && <TimetableSkeleton />}
      {read.error && !read.data && (
        <LoadFailure title={t('failed')} failure={read.error} onRetry={() => void read.refetch()} />
      )}
      <div className={styles.content} {...swipe}>
        {read.data && !isPending && (
          <Content own={read.data} neighbour={neighbour} day={day} view={view} now={now} readAt={read.dataUpdatedAt} />
        )}
      </div>
    </Page>
  );
}

/** What is in the place of a timetable that is being read. */
function TimetableSkeleton() {
  return (
    <Skeleton className={styles.skeleton}>
      {[1, 2, 3].map((line) => (
        <SkeletonBar key={line} className={styles.skeletonBar} />
      ))}
    </Skeleton>
  );
}

/** A timetable, with the year and term that it is of where these are not the ones that are looked at. */
type Shown = Timetable & Pick<Partial<AdjacentTermTimetable>, 'of'>;

/** The timetable whose term holds a day: the one that is looked at, unless the one beside it does. */
const termOf = <Own extends Timetable | undefined>(
  day: string,
  own: Own,
  neighbour: AdjacentTermTimetable | null,
): Own | AdjacentTermTimetable =>
  neighbour?.term && neighbour.term.startsOn <= day && day <= neighbour.term.endsOn ? neighbour : own;

/** Prints the own timetable of the whole term. */
function PrintOwn({ timetable: { week, of: ofTerm } }: { timetable: Shown }) {
  const { t } = useTranslation('schedule');
  const { user } = useAtom(session);
  const looked = useViewedTerm();
  const term = ofTerm ?? looked;
  const [isPrinting, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  if (!user || !term) return null;
  const of: PrintedTimetable =
    parseRole(user.role) === 1
      ? { kind: 'teacher', name: user.fullName, week }
      : { kind: 'group', name: user.group ?? '', week };
  return (
    <>
      <IconButton icon={printer} label={t('print')} onClick={() => setPrinting(true)} />
      {isPrinting && <TimetablePaper of={of} term={term} onDone={done} />}
    </>
  );
}

/** «12-я неделя, числитель»; nothing outside the term. */
function WeekName({ timetable, day }: { timetable: Timetable | undefined; day: string }) {
  const { t } = useTranslation('schedule');
  const term = timetable?.term;
  if (!term) return <span />;
  const number = termWeekNumber(term.startsOn, day);
  if (number < 1 || startOfWeek(day) > term.endsOn) return <p className={styles.weekName}>{t('outside')}</p>;
  return (
    <p className={styles.weekName}>{t('weekNumber', { number, kind: t(number % 2 ? 'kind.odd' : 'kind.even') })}</p>
  );
}

interface ContentProps {
  own: Timetable;
  neighbour: AdjacentTermTimetable | null;
  day: string;
  view: ScheduleView;
  now: UniversityTime;
  /** When the timetable was read, in milliseconds since 1970. */
  readAt: number;
}

function Content({ own, neighbour, day, view, now, readAt }: ContentProps) {
  const { t } = useTranslation('schedule');
  const { mobile } = useAtom(screenState);
  const connected = useAtom(isPortalReachable);
  const [open, setOpen] = useState<ClassOccurrence | null>(null);
  const all = [...own.week, ...(neighbour?.week ?? [])];
  const dayOf = (date: string) => {
    const { week, term, of }: Shown = termOf(date, own, neighbour);
    return { date, lessons: listLessonsOnDay(week, term, date), cancelled: listCancelledClasses(week, term, date), of };
  };
  const openLesson = (lesson: Lesson, on: string) => {
    const { lessons, of } = dayOf(on);
    setOpen({ lesson, day: on, ofDay: lessons, term: of });
  };
  const monday = startOfWeek(day);
  const numbers = [...new Set(all.map(({ day_number }) => day_number))].sort();
  const days = numbers.map((number) => dayOf(addDays(monday, number - 1)));
  const chosen = dayOf(day);
  const shown = view === 'week' ? days.flatMap(({ lessons }) => lessons) : chosen.lessons;
  const read = new Date(readAt).toISOString();
  return (
    <>
      {!connected && (
        <InlineAlert tone="warm">
          <Time at={read} form="exact">
            {(when) => t('kept', { when })}
          </Time>
        </InlineAlert>
      )}
      {mobile && <WeekName timetable={termOf(day, own, neighbour)} day={day} />}
      {view === 'week' ? (
        <WeekGrid days={days} all={all} now={now} onOpen={openLesson} />
      ) : (
        <DayList
          day={day}
          lessons={shown}
          cancelled={chosen.cancelled}
          now={now}
          onOpen={(lesson) => openLesson(lesson, day)}
        />
      )}
      <footer className={styles.foot}>
        {view === 'week' && <Legend lessons={shown} />}
        {connected && (
          <p>
            <Time at={read} form="exact">
              {(when) => t('updated', { when })}
            </Time>
          </p>
        )}
      </footer>
      <LessonDialog chosen={open} onClose={() => setOpen(null)} />
    </>
  );
}

/** The kinds of class that the week holds, with their colours. */
function Legend({ lessons }: { lessons: readonly Lesson[] }) {
  const { t } = useTranslation('schedule');
  const kinds = new Map(lessons.map((lesson) => [lesson.id_vid_zaniatiy, lesson]));
  return (
    <ul className={styles.legend} aria-label={t('kinds')}>
      {[...kinds.values()].map((lesson) => (
        <li
          key={lesson.id_vid_zaniatiy}
          className={classNames(kind.kind, kind[classTypeColour(lesson)])}
          translate="no"
        >
          {shortenClassTypeInLowercase(lesson.name_vid_zaniatiy)}
        </li>
      ))}
    </ul>
  );
}
