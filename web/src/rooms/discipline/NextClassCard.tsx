import caretRight from 'icon:caret-right-bold';
import checkSquare from 'icon:check-square-offset';
import { type ClassOccurrence, findLinkedGroups } from '@bilim/contract/class-links.ts';
import { shortenClassType, shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { lessonMinutesLeft, lessonProgress, lessonState, minutesSinceMidnight } from '@bilim/contract/timetable.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassLinks, useClassViewer } from '../../classes/class-links.ts';
import { useUniversityTime } from '../../classes/clock.ts';
import { useClassEntryProgress, useEntryProgressText } from '../../classes/marking.data.ts';
import { findNextClasses } from '../../classes/next-class.ts';
import { useTimetable } from '../../classes/schedule.data.ts';
import { useLessonDialog } from '../../classes/useLessonDialog.tsx';
import { formatDateTime } from '../../core/time.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import styles from './NextClassCard.module.css';

/** Within this many minutes before the class the countdown is shown. */
const soon = 60;

/** The class of the discipline that goes on or comes next; a teacher marks the one that goes on. */
export function NextClassCard({ cascade: { discipline } }: { cascade: CascadingSelection }) {
  const { data } = useTimetable();
  const now = useUniversityTime();
  const { teacher } = useClassViewer();
  const occurrence = data && discipline ? findNextClasses(data, now).get(disciplineKey(discipline)) : undefined;
  if (!occurrence) return null;
  const goesOn = occurrence.day === now.day && lessonState(occurrence.lesson, now.time) === 'now';
  return teacher && goesOn ? (
    <CurrentClass occurrence={occurrence} time={now.time} />
  ) : (
    <Coming occurrence={occurrence} goesOn={goesOn} />
  );
}

/** When and where; pressing it shows all about the class. */
function Coming({ occurrence, goesOn }: { occurrence: ClassOccurrence; goesOn: boolean }) {
  const { t } = useTranslation('discipline');
  const now = useUniversityTime();
  const { teacher } = useClassViewer();
  const [open, sheet] = useLessonDialog();
  const { lesson, day } = occurrence;
  const ahead = minutesSinceMidnight(lesson.startsAt) - minutesSinceMidnight(now.time);
  const facts = [
    lesson.auditorium && t('common:today.room', { room: lesson.auditorium }),
    teacher && lesson.groups.map(({ p20 }) => p20).join(', '),
    goesOn && t('left', { minutes: lessonMinutesLeft(lesson, now.time) }),
    !goesOn && day === now.day && ahead < soon && t('common:calendar.inMinutes', { n: ahead }),
  ];
  return (
    <section aria-label={t('nextClass')}>
      <button
        type="button"
        className={classNames(card.card, styles.next)}
        aria-haspopup="dialog"
        onClick={() => open(occurrence)}
      >
        <time>{lesson.startsAt}</time>
        <span className={styles.words}>
          <b>{[formatDateTime(day, 'heading'), shortenClassTypeInLowercase(lesson.name_vid_zaniatiy)].join(', ')}</b>
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
  const marking = useClassEntryProgress()?.(occurrence);
  const markingWords = useEntryProgressText();
  const { lesson } = occurrence;
  const isMarked = marking?.state === 'done';
  const isBegun = marking?.state === 'part';
  const left = t('goesOn', { minutes: lessonMinutesLeft(lesson, time) });
  return (
    <section className={classNames(card.card, styles.now)} aria-label={left}>
      <p className={styles.live}>
        <Bullet className={styles.point} />
        {left}
        <time>{`${lesson.startsAt}–${lesson.endsAt}`}</time>
      </p>
      <h2 translate="no">
        {[
          shortenClassType(lesson.name_vid_zaniatiy),
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
        search={linkSearch('journal', occurrence, findLinkedGroups(lesson, viewer))}
        className={classNames(buttonClasses(isMarked ? 'soft' : 'primary'), styles.mark)}
      >
        <Icon of={checkSquare} size="s" />
        {isMarked
          ? t('marked', { count: marking.absences })
          : t(marking && !isBegun ? 'markMany' : 'mark', { number: marking?.students })}
      </Link>
    </section>
  );
}
