import caretRight from 'icon:caret-right-bold';
import { readChosen } from '@bilim/contract/chosen.ts';
import type { Held } from '@bilim/contract/lead.ts';
import { keyOf, type Lesson, minutesLeft, nextOf, partOf, stateOf } from '@bilim/contract/timetable.ts';
import { roleOf } from '@bilim/contract/who.ts';
import { Link } from '@tanstack/react-router';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../core/cell.ts';
import { language } from '../core/i18n.ts';
import { lazy, pageStands } from '../core/lazy.ts';
import { screenState } from '../core/screen.ts';
import { session } from '../core/session.ts';
import { dayInWords } from '../core/time.ts';
import { buttonLook } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { Lozenge } from '../kit/Lozenge.tsx';
import { shortName } from '../kit/person.ts';
import { Bone, Failed, Skeleton } from '../kit/States.tsx';
import { When } from '../kit/When.tsx';
import { useNow } from './clock.ts';
import { useTimetable } from './schedule.data.ts';
import styles from './Today.module.css';

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

/** A lesson in two short lines: what and where, and with whom: a student's teacher, a teacher's groups. */
function useLines() {
  const { t } = useTranslation();
  const teacher = roleOf(useCell(session).user?.role) === 1;
  return {
    where: (lesson: Lesson) =>
      [lesson.name_vid_zaniatiy.toLocaleLowerCase(), lesson.auditorium && t('today.room', { room: lesson.auditorium })]
        .filter(Boolean)
        .join(' · '),
    who: ({ groups, t_fio }: Lesson) => (teacher ? groups.map(({ p20 }) => p20).join(', ') : shortName(t_fio)),
  };
}

/** What a class opens comes after the page, with texts that are another room's. */
const sheet = lazy(async () => {
  const [part] = await Promise.all([import('./LessonDialog.tsx'), i18next.loadNamespaces('schedule')]);
  if (!i18next.hasResourceBundle(i18next.language, 'schedule')) throw new Error('no texts');
  return part;
});

/** All about the class that was pressed: opens it, and the sheet to be drawn. */
function useSheet(): [(held: Held) => void, ReactNode] {
  const [open, setOpen] = useState<Held | null>(null);
  const LessonDialog = sheet.use()?.LessonDialog;
  const isTime = useCell(pageStands);
  useEffect(() => {
    if (isTime) void sheet.fetch();
  }, [isTime]);
  return [
    (held) => {
      setOpen(held);
      void sheet.fetch();
    },
    LessonDialog && <LessonDialog chosen={open} onClose={() => setOpen(null)} />,
  ];
}

type Next = ReturnType<typeof nextOf>;

/** When a class begins that is not going on: later today, tomorrow, or on a day that is named. */
function useBeginning() {
  const { t } = useTranslation();
  return ({ next, later }: Next): string => {
    if (next) return t('today.next', { time: next.startsAt });
    if (!later) return '';
    const time = later.lesson.startsAt;
    return later.ahead === 1 ? t('today.tomorrow', { time }) : t('today.later', { day: dayInWords(later.day), time });
  };
}

/** The classes of today, what goes on now marked; when they are over, the first one of a later day. */
function TodayColumn() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useTimetable();
  const now = useNow();
  const lines = useLines();
  useCell(language);
  const beginning = useBeginning();
  const [open, opened] = useSheet();
  const found = data && nextOf(data.week, data.term, now);
  const today = found?.today ?? [];
  const other = found?.later;
  return (
    <aside className={styles.today} aria-labelledby="today">
      <header>
        <h2 id="today">{t('today.title')}</h2>
        <p>
          <When at={now.day} form="weekday" />
        </p>
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
              <button type="button" onClick={() => open({ lesson, day: now.day, ofDay: today })}>
                <time>{lesson.startsAt}</time>
                <span className={styles.about}>
                  {state === 'now' && <NowLine lesson={lesson} time={now.time} />}
                  <b translate="no">{lesson.discipline}</b>
                  <span translate="no">{lines.where(lesson)}</span>
                  <span translate="no">{lines.who(lesson)}</span>
                </span>
              </button>
            </li>
          );
        })}
        {found && other && (
          <li className={styles.otherDay}>
            <button type="button" onClick={() => open(other)}>
              <span className={styles.about}>
                <span className={styles.soon}>{beginning(found)}</span>
                <b translate="no">{other.lesson.discipline}</b>
                <span translate="no">{lines.where(other.lesson)}</span>
                <span translate="no">{lines.who(other.lesson)}</span>
              </span>
            </button>
          </li>
        )}
      </ol>
      <Link to="/schedule" search={readChosen} className={classes(buttonLook('quiet'), styles.week)}>
        {t('today.week')}
        <Icon of={caretRight} size="xs" />
      </Link>
      {opened}
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

/** The phone's start card: the current or next class, or when the next day begins; it opens that class. */
export function NowCard({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const { data } = useTimetable();
  const now = useNow();
  const lines = useLines();
  const beginning = useBeginning();
  const [open, opened] = useSheet();
  useCell(language);
  if (!data) return null;
  const found = nextOf(data.week, data.term, now);
  const { today, current, next, later: other } = found;
  const ofToday = current ?? next;
  const held = ofToday ? { lesson: ofToday, day: now.day, ofDay: today } : other;
  const look = classes(styles.card, className);
  if (!held)
    return (
      <Link to="/schedule" search={readChosen} className={look}>
        <b>{t('today.none')}</b>
      </Link>
    );
  return (
    <>
      <button type="button" className={look} onClick={() => open(held)}>
        {current && <NowLine lesson={current} time={now.time} />}
        {!current && <span className={styles.when}>{beginning(found)}</span>}
        <b translate="no">{held.lesson.discipline}</b>
        <span className={styles.where} translate="no">
          {[lines.where(held.lesson), lines.who(held.lesson)].join(' · ')}
        </span>
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
        {other && <span className={styles.where}>{t(today.length ? 'today.done' : 'today.free')}</span>}
      </button>
      {opened}
    </>
  );
}
