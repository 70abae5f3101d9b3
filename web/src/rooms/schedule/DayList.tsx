import {
  type CancelledClass,
  classTypeColour,
  type Lesson,
  lessonKey,
  lessonMinutesLeft,
  lessonProgress,
  lessonState,
  minutesSinceMidnight,
  type UniversityTime,
} from '@bilim/contract/timetable.ts';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLessonFormatters } from '../../classes/useLessonFormatters.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { classNames } from '../../kit/classNames.ts';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { shortName } from '../../kit/person.ts';
import { EmptyState } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import styles from './Day.module.css';
import kind from './Kind.module.css';

/** A pause of at least so many minutes is named. */
const longPause = 30;

interface Props {
  day: string;
  lessons: readonly Lesson[];
  /** Those that are not held. */
  cancelled: readonly CancelledClass[];
  now: UniversityTime;
  onOpen: (lesson: Lesson) => void;
}

/** «окно 2 ч 10 мин» between two classes. */
function pauseInWords(t: TFunction<'schedule'>, length: number): string {
  const [hours, minutes] = [Math.floor(length / 60), length % 60];
  return t(!hours ? 'pause.minutes' : minutes ? 'pause.both' : 'pause.hours', { hours, minutes });
}

/** One day, class by class: past ones faded, the present one with its progress, long breaks named. */
export function DayList({ day, lessons, cancelled, now, onOpen }: Props) {
  const { t } = useTranslation('schedule');
  const facts = useLessonFormatters();
  const today = day === now.day;
  return (
    <section className={styles.day} aria-labelledby="day">
      <h2 id="day">
        <Time at={day} form="weekday" />
      </h2>
      {!lessons.length && !cancelled.length && <EmptyState title={t('empty')} />}
      {cancelled.length > 0 && <CancelledClassList cancelled={cancelled} />}
      <ol className={styles.list}>
        {lessons.map((lesson, index) => {
          const state = today ? lessonState(lesson, now.time) : 'later';
          const before = lessons[index - 1];
          const pause = before ? minutesSinceMidnight(lesson.startsAt) - minutesSinceMidnight(before.endsAt) : 0;
          return (
            <Fragment key={lessonKey(lesson)}>
              {pause >= longPause && (
                <li className={styles.pause}>
                  <Bullet />
                  {pauseInWords(t, pause)}
                </li>
              )}
              <li className={styles[state]} aria-current={state === 'now' ? 'time' : undefined}>
                <p className={styles.time}>
                  <b>{lesson.startsAt}</b>
                  <span>{lesson.endsAt}</span>
                </p>
                <button
                  type="button"
                  className={classNames(styles.card, kind.kindOf, kind[classTypeColour(lesson)])}
                  onClick={() => onOpen(lesson)}
                >
                  {state === 'now' && (
                    <span className={styles.live}>
                      <Bullet />
                      {t('common:today.now', { minutes: lessonMinutesLeft(lesson, now.time) })}
                    </span>
                  )}
                  <b translate="no">
                    <WholeWordText>{lesson.discipline}</WholeWordText>
                  </b>
                  <span className={kind.kindName} translate="no">
                    {facts.line(lesson)}
                  </span>
                  {lesson.date !== null && <span className={styles.once}>{facts.change(lesson) ?? t('once')}</span>}
                  <span translate="no">{facts.who(lesson, shortName)}</span>
                  {state === 'now' && (
                    <ProgressBar
                      max={1}
                      value={lessonProgress(lesson, now.time)}
                      label={t('now')}
                      tone="apricot"
                      size="thin"
                    />
                  )}
                </button>
              </li>
            </Fragment>
          );
        })}
      </ol>
    </section>
  );
}

/** The classes of the day that are not held, each with why; a holiday says so once. */
function CancelledClassList({ cancelled }: { cancelled: readonly CancelledClass[] }) {
  const { t } = useTranslation('schedule');
  const facts = useLessonFormatters();
  const holiday = cancelled.find(({ why }) => why.step === 'holiday');
  if (holiday) return <p className={styles.holiday}>{facts.gone(holiday)}</p>;
  return (
    <ul className={styles.gone} aria-label={t('notHeld')}>
      {cancelled.map((one) => (
        <li key={lessonKey(one.lesson)}>
          <time>{one.lesson.startsAt}</time>
          <span>
            <s translate="no">{one.lesson.discipline}</s>
            <em>{facts.gone(one)}</em>
          </span>
        </li>
      ))}
    </ul>
  );
}
