import caretRight from 'icon:caret-right-bold';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { dayInWords } from '../core/days.ts';
import { language } from '../core/i18n.ts';
import { screenState } from '../core/screen.ts';
import { buttonLook } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { Lozenge } from '../kit/Ornament.tsx';
import { shortName } from '../kit/person.ts';
import { Bone, Failed, Skeleton } from '../kit/States.tsx';
import { readChosen } from './chosen.ts';
import { useNow } from './clock.ts';
import { useTimetable } from './schedule.data.ts';
import styles from './Today.module.css';
import { keyOf, type Lesson, minutesLeft, nextOf, partOf, stateOf } from './timetable.ts';

/** A day YYYY-MM-DD in words; noon in UTC is the same day everywhere between Greenwich and Bishkek. */
export const wordsOfDay = (day: string) => dayInWords(new Date(`${day}T12:00:00Z`), 'UTC');

/** A page with today's classes beside it, where there is room for them. */
export function WithToday({ children }: { children: ReactNode }) {
  const { mobile } = useCell(screenState);
  if (mobile) return children;
  return (
    <div className={styles.around}>
      <div className={styles.beside}>
        <div className={styles.content}>{children}</div>
        <TodayColumn />
      </div>
    </div>
  );
}

function useWhere() {
  const { t } = useTranslation();
  return (lesson: Lesson) =>
    [lesson.name_vid_zaniatiy.toLocaleLowerCase(), lesson.auditorium && t('today.room', { room: lesson.auditorium })]
      .filter(Boolean)
      .join(' · ');
}

type Next = ReturnType<typeof nextOf>;

/** When a class begins that is not going on: later today, tomorrow, or on a day that is named. */
function useBeginning() {
  const { t } = useTranslation();
  return ({ next, later }: Next): string => {
    if (next) return t('today.next', { time: next.startsAt });
    if (!later) return '';
    const time = later.lesson.startsAt;
    return later.ahead === 1 ? t('today.tomorrow', { time }) : t('today.later', { day: wordsOfDay(later.day), time });
  };
}

/** The classes of today, what goes on now marked; when they are over, the first one of a later day. */
function TodayColumn() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useTimetable();
  const now = useNow();
  const where = useWhere();
  useCell(language);
  const beginning = useBeginning();
  const found = data && nextOf(data.week, data.term, now);
  const today = found?.today ?? [];
  const later = found?.later?.lesson;
  return (
    <aside className={styles.today} aria-labelledby="today">
      <header>
        <h2 id="today">{t('today.title')}</h2>
        <p>{wordsOfDay(now.day)}</p>
      </header>
      {isPending && (
        <Skeleton className={styles.list}>
          <Bone className={styles.bone} />
          <Bone className={styles.bone} />
        </Skeleton>
      )}
      {error && !data && <Failed small title={t('today.failed')} failure={error} onRetry={() => void refetch()} />}
      {data && !today.length && <p className={styles.none}>{t('today.none')}</p>}
      <ol className={styles.list}>
        {today.map((lesson) => {
          const state = stateOf(lesson, now.time);
          return (
            <li key={keyOf(lesson)} className={styles[state]} aria-current={state === 'now' ? 'time' : undefined}>
              <time>{lesson.startsAt}</time>
              <div>
                {state === 'now' && <NowLine lesson={lesson} time={now.time} />}
                <b translate="no">{lesson.discipline}</b>
                <span translate="no">{where(lesson)}</span>
                {state === 'now' && <span translate="no">{shortName(lesson.t_fio)}</span>}
              </div>
            </li>
          );
        })}
        {later && (
          <li className={styles.later}>
            <div>
              <span className={styles.soon}>{beginning(found)}</span>
              <b translate="no">{later.discipline}</b>
              <span translate="no">{where(later)}</span>
            </div>
          </li>
        )}
      </ol>
      <Link to="/schedule" search={readChosen} className={classes(buttonLook('quiet'), styles.week)}>
        {t('today.week')}
        <Icon of={caretRight} size="xs" />
      </Link>
    </aside>
  );
}

function NowLine({ lesson, time }: { lesson: Lesson; time: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.live}>
      <Lozenge className={styles.point} />
      {t('today.now', { minutes: minutesLeft(lesson, time) })}
    </span>
  );
}

/** The phone's start card: the current or next class, or when the next day begins. */
export function NowCard({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useTimetable();
  const now = useNow();
  const where = useWhere();
  const beginning = useBeginning();
  useCell(language);
  if (!data) return null;
  const found = nextOf(data.week, data.term, now);
  const { today, current, next, later } = found;
  const shown = current ?? next ?? later?.lesson ?? null;
  return (
    <Link to="/schedule" search={readChosen} className={classes(styles.card, className)}>
      {current && <NowLine lesson={current} time={now.time} />}
      {!current && shown && <span className={styles.when}>{beginning(found)}</span>}
      <b translate={shown ? 'no' : undefined}>{shown?.discipline ?? t('today.none')}</b>
      {shown && (
        <span className={styles.where} translate="no">
          {where(shown)}
        </span>
      )}
      {current && (
        <progress
          className={styles.progress}
          max={1}
          value={partOf(current, now.time)}
          aria-label={t('today.now', { minutes: minutesLeft(current, now.time) })}
        />
      )}
      {current && next && (
        <span className={styles.where}>
          {t('today.then', { time: next.startsAt })} <strong translate="no">{next.discipline}</strong>
        </span>
      )}
      {later && <span className={styles.where}>{t(today.length ? 'today.done' : 'today.free')}</span>}
    </Link>
  );
}
