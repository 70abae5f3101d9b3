import caretRight from 'icon:caret-right-bold';
import checkSquare from 'icon:check-square-offset';
import { type ClassOccurrence, linkedGroups } from '@bilim/contract/class-links.ts';
import { shortClassType, shortTypeInLine } from '@bilim/contract/class-type.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { lessonProgress, lessonState, minutesLeft, minutesOfDay } from '@bilim/contract/timetable.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassLinks, useClassViewer } from '../../classes/class-links.ts';
import { useUniversityTime } from '../../classes/clock.ts';
import { useMarking, useMarkingText } from '../../classes/marking.data.ts';
import { nextClasses } from '../../classes/next-class.ts';
import { useTimetable } from '../../classes/schedule.data.ts';
import { useClassSheet } from '../../classes/useClassSheet.tsx';
import { formatDateTime } from '../../core/time.ts';
import type { Cascade } from '../../disciplines/cascade.data.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import styles from './NextClass.module.css';

/** Within this many minutes before the class the countdown is shown. */
const soon = 60;

/** The class of the discipline that goes on or comes next; a teacher marks the one that goes on. */
export function NextClass({ cascade: { discipline } }: { cascade: Cascade }) {
  const { data } = useTimetable();
  const now = useUniversityTime();
  const { teacher } = useClassViewer();
  const occurrence = data && discipline ? nextClasses(data, now).get(disciplineKey(discipline)) : undefined;
  if (!occurrence) return null;
  const goesOn = occurrence.day === now.day && lessonState(occurrence.lesson, now.time) === 'now';
  return teacher && goesOn ? (
    <CurrentClass occurrence={occurrence} time={now.time} />
  ) : (
    <Coming occurrence={occurrence} goesOn={goesOn} />
  );
}

/** When and where; pressing it tells all about the class. */
function Coming({ occurrence, goesOn }: { occurrence: ClassOccurrence; goesOn: boolean }) {
  const { t } = useTranslation('discipline');
  const now = useUniversityTime();
  const { teacher } = useClassViewer();
  const [open, sheet] = useClassSheet();
  const { lesson, day } = occurrence;
  const ahead = minutesOfDay(lesson.startsAt) - minutesOfDay(now.time);
  const facts = [
    lesson.auditorium && t('common:today.room', { room: lesson.auditorium }),
    teacher && lesson.groups.map(({ p20 }) => p20).join(', '),
    goesOn && t('left', { minutes: minutesLeft(lesson, now.time) }),
    !goesOn && day === now.day && ahead < soon && t('common:calendar.inMinutes', { n: ahead }),
  ];
  return (
    <section aria-label={t('nextClass')}>
      <button
        type="button"
        className={classes(card.card, styles.next)}
        aria-haspopup="dialog"
        onClick={() => open(occurrence)}
      >
        <time>{lesson.startsAt}</time>
        <span className={styles.words}>
          <b>{[formatDateTime(day, 'heading'), shortTypeInLine(lesson.name_vid_zaniatiy)].join(', ')}</b>
          <small translate="no">{facts.filter(Boolean).join(' · ')}</small>
        </span>
        <Icon of={caretRight} size="xs" />
      </button>
      {sheet}
    </section>
  );
}

/** The class going on, to be marked. */
function CurrentClass({ occurrence, time }: { occurrence: ClassOccurrence; time: string }) {
  const { t } = useTranslation('discipline');
  const viewer = useClassViewer();
  const linkSearch = useClassLinks();
  const marking = useMarking()?.(occurrence);
  const markingWords = useMarkingText();
  const { lesson } = occurrence;
  const isMarked = marking?.state === 'done';
  const isBegun = marking?.state === 'part';
  const left = t('goesOn', { minutes: minutesLeft(lesson, time) });
  return (
    <section className={classes(card.card, styles.now)} aria-label={left}>
      <p className={styles.live}>
        <Bullet className={styles.point} />
        {left}
        <time>{`${lesson.startsAt}–${lesson.endsAt}`}</time>
      </p>
      <h2 translate="no">
        {[
          shortClassType(lesson.name_vid_zaniatiy),
          lesson.auditorium && t('common:today.room', { room: lesson.auditorium }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </h2>
      <p className={styles.groups} translate="no">
        {lesson.groups.map(({ p20 }) => p20).join(', ')}
      </p>
      <ProgressBar
        className={styles.progress}
        max={1}
        value={lessonProgress(lesson, time)}
        label={left}
        tone="apricot"
        size="thin"
      />
      {isBegun && (
        <p className={styles.groups} translate="no">
          {markingWords(marking)}
        </p>
      )}
      <Link
        to="/journal"
        search={linkSearch('journal', occurrence, linkedGroups(lesson, viewer))}
        className={classes(buttonClasses(isMarked ? 'soft' : 'primary'), styles.mark)}
      >
        <Icon of={checkSquare} size="s" />
        {isMarked
          ? t('marked', { count: marking.absences })
          : t(marking && !isBegun ? 'markMany' : 'mark', { number: marking?.students })}
      </Link>
    </section>
  );
}
