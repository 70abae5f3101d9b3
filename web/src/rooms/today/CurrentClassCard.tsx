import calendar from 'icon:calendar-dots';
import chat from 'icon:chat-circle';
import checkSquare from 'icon:check-square-offset';
import stack from 'icon:stack';
import { type ClassOccurrence, findLinkedGroups } from '@bilim/contract/class-links.ts';
import { weekdayNumber } from '@bilim/contract/term-calendar.ts';
import { lessonMinutesLeft, lessonProgress, minutesSinceMidnight } from '@bilim/contract/timetable.ts';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassLinks, useClassViewer } from '../../classes/class-links.ts';
import { useClassEntryProgress, useEntryProgressText } from '../../classes/marking.data.ts';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords, formatDateTime } from '../../core/time.ts';
import { DisciplineLink } from '../../disciplines/DisciplineLink.tsx';
import { Bullet } from '../../kit/Bullet.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './CurrentClassCard.module.css';
import type { TodayData } from './today.data.ts';
import { useClassTexts } from './useClassTexts.ts';

/** Within this many minutes before the class the countdown is shown. */
const soon = 60;

/** The one raised thing of the page; without a network it says how old it is. */
export function CurrentClassCard({ day }: { day: TodayData }) {
  const { t } = useTranslation('today');
  const isOnline = useAtom(isPortalReachable);
  return (
    <>
      <Card day={day} />
      {!isOnline && day.timetable && (
        <p className={styles.kept}>{t('kept', { when: formatDateTime(day.readAt, 'exact') })}</p>
      )}
    </>
  );
}

/** The classes going on, else what comes next. */
function Card({ day }: { day: TodayData }) {
  const { t } = useTranslation('today');
  const { error, timetable, refetch, current } = day;
  if (!timetable && error)
    return (
      <div className={styles.card}>
        <LoadFailure small title={t('common:today.failed')} failure={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!timetable)
    return (
      <Skeleton className={styles.card}>
        <SkeletonBar className={styles.skeletonBar} />
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!current.length) return <Coming day={day} />;
  return current.map((occurrence) => (
    <CurrentClass
      key={occurrence.lesson.startsAt + occurrence.lesson.id_discipline}
      occurrence={occurrence}
      day={day}
    />
  ));
}

/** A class going on, with what one does in it. */
function CurrentClass({ occurrence, day }: { occurrence: ClassOccurrence; day: TodayData }) {
  const { t } = useTranslation('today');
  const words = useClassTexts();
  const { lesson } = occurrence;
  const left = lessonMinutesLeft(lesson, day.now.time);
  return (
    <section className={styles.card} aria-label={t('now', { minutes: left })}>
      <p className={styles.live}>
        <Bullet className={styles.point} />
        {t('now', { minutes: left })}
        <time>{`${lesson.startsAt}–${lesson.endsAt}`}</time>
      </p>
      <h2>
        <DisciplineLink of={{ ...lesson, id: lesson.id_discipline }}>{lesson.discipline}</DisciplineLink>
      </h2>
      <p className={styles.about} title={words.groups(lesson)} translate="no">
        <DotSeparatedList facts={words.facts(lesson)} />
      </p>
      <ProgressBar
        className={styles.progress}
        max={1}
        value={lessonProgress(lesson, day.now.time)}
        label={t('now', { minutes: left })}
        tone="apricot"
        size="thin"
      />
      <ClassActions occurrence={occurrence} />
    </section>
  );
}

/** A teacher marks the class and opens its materials; a student opens them and writes to the teacher. */
function ClassActions({ occurrence }: { occurrence: ClassOccurrence }) {
  const { t } = useTranslation('today');
  const viewer = useClassViewer();
  const linkSearch = useClassLinks();
  const marking = useClassEntryProgress()?.(occurrence);
  const markingWords = useEntryProgressText();
  const groups = findLinkedGroups(occurrence.lesson, viewer);
  const materials = (
    <Link to="/umk" search={linkSearch('umk', occurrence, groups)} className={buttonClasses('soft')}>
      {!viewer.teacher && <Icon of={stack} size="s" />}
      {t('common:rooms.umk.name')}
    </Link>
  );
  if (!viewer.teacher)
    return (
      <div className={styles.actions}>
        {materials}
        <Link to="/chat" search={linkSearch('chat', occurrence, groups)} className={buttonClasses('soft')}>
          <Icon of={chat} size="s" />
          {t('write')}
        </Link>
      </div>
    );
  const isMarked = marking?.state === 'done';
  const isBegun = marking?.state === 'part';
  return (
    <>
      {isBegun && (
        <p className={styles.begun} translate="no">
          {markingWords(marking)}
        </p>
      )}
      <div className={styles.actions}>
        <Link
          to="/journal"
          search={linkSearch('journal', occurrence, groups)}
          className={classNames(buttonClasses(isMarked ? 'soft' : 'primary'), styles.mark)}
        >
          <Icon of={checkSquare} size="s" />
          {isMarked
            ? t('marked', { count: marking.absences })
            : t(marking && !isBegun ? 'mark' : 'markClass', { number: marking?.students })}
        </Link>
        {materials}
      </div>
    </>
  );
}

/** Nothing goes on: when the next class begins, or that the day is over or free. */
function Coming({ day }: { day: TodayData }) {
  const { t } = useTranslation('today');
  const words = useClassTexts();
  const { now, past, coming, later } = day;
  const [next] = coming;
  if (next) {
    const { lesson } = next;
    const minutes = minutesSinceMidnight(lesson.startsAt) - minutesSinceMidnight(now.time);
    return (
      <section className={styles.card} aria-label={t(past.length ? 'next' : 'first', { time: lesson.startsAt })}>
        <p className={styles.soon}>
          {[
            t(past.length ? 'next' : 'first', { time: lesson.startsAt }),
            minutes < soon && t('common:calendar.inMinutes', { n: minutes }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <h2>
          <DisciplineLink of={{ ...lesson, id: lesson.id_discipline }}>{lesson.discipline}</DisciplineLink>
        </h2>
        <p className={styles.about} title={words.groups(lesson)} translate="no">
          <DotSeparatedList facts={words.facts(lesson)} />
        </p>
      </section>
    );
  }
  return (
    <section className={styles.card} aria-label={overWords()}>
      <p className={styles.over}>
        <Bullet />
        {overWords()}
      </p>
      {later && <h2>{beginning(later.ahead, later.day, later.lesson.startsAt)}</h2>}
      {later && (
        <p className={styles.about} translate="no">
          <DotSeparatedList facts={[later.lesson.discipline, ...words.facts(later.lesson)]} />
        </p>
      )}
      <Link to="/schedule" search={readUrlSelection} className={classNames(buttonClasses('soft'), styles.week)}>
        <Icon of={calendar} size="s" />
        {t('week')}
      </Link>
    </section>
  );

  function overWords(): string {
    if (past.length) return t('done');
    if (day.isEmpty) return t('unpublished');
    if (day.beginsOn) return t('noneUntil', { day: dateInWords(day.beginsOn) });
    return t('free');
  }

  /** «Завтра в 09:30», «В понедельник в 08:00», «23 ноября в 08:00». */
  function beginning(ahead: number, onDay: string, time: string): string {
    if (ahead === 1) return t('tomorrow', { time });
    return ahead < 7 ? t(`onDay.${weekdayNumber(onDay)}`, { time }) : t('onDate', { day: dateInWords(onDay), time });
  }
}
