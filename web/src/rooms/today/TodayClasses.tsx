import caretRight from 'icon:caret-right-bold';
import type { ClassOccurrence } from '@bilim/contract/class-links.ts';
import { type CancelledClass, lessonKey, lessonState } from '@bilim/contract/timetable.ts';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassEntryProgress, useEntryProgressText } from '../../classes/marking.data.ts';
import { useLessonDialog } from '../../classes/useLessonDialog.tsx';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { dayInWords } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import styles from './TodayClasses.module.css';
import type { TodayData } from './today.data.ts';
import { useClassTexts } from './useClassTexts.ts';

/** The other classes of the day; below them, on wide screens always, those of the next day that has some. */
export function TodayClasses({ day }: { day: TodayData }) {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const [open, sheet] = useLessonDialog();
  const { past, later, current } = day;
  // The next one is on the card when none goes on.
  const coming = current.length ? day.coming : day.coming.slice(1);
  const today = mobile ? coming : [...past, ...coming];
  const isOver = !day.coming.length && !current.length;
  // The first class of the next day is on the card when this day is over.
  const next = later?.classes.slice(isOver ? 1 : 0) ?? [];
  const whole = (
    <Link to="/schedule" search={readUrlSelection}>
      {t('week')}
    </Link>
  );
  return (
    <>
      {today.length > 0 && (
        <section className={styles.part} aria-label={t('common:rooms.today.name')}>
          {!mobile && <SectionHeader title={t('common:rooms.today.name')}>{whole}</SectionHeader>}
          <Rows classes={today} time={day.now.time} day={day.now.day} onOpen={open} />
        </section>
      )}
      {day.gone.length > 0 && <CancelledClasses cancelled={day.gone} />}
      {later && next.length > 0 && (!mobile || isOver) && (
        <section className={styles.part} aria-labelledby="next-day">
          <SectionHeader id="next-day" title={later.ahead === 1 ? t('tomorrowTitle') : dayInWords(later.day)}>
            {!isOver && <span>{t('firstClass', { time: later.lesson.startsAt })}</span>}
          </SectionHeader>
          <Rows classes={next} time="" day={day.now.day} onOpen={open} />
        </section>
      )}
      {sheet}
    </>
  );
}

/** The classes of today that are not held, and why; a holiday says so once. */
function CancelledClasses({ cancelled }: { cancelled: readonly CancelledClass[] }) {
  const words = useClassTexts();
  const holiday = cancelled.find(({ why }) => why.step === 'holiday');
  return (
    <ul className={classNames(card.card, styles.part, styles.gone)}>
      {(holiday ? [holiday] : cancelled).map((one) => (
        <li key={lessonKey(one.lesson)}>
          {!holiday && (
            <s>
              {one.lesson.startsAt} <span translate="no">{one.lesson.discipline}</span>
            </s>
          )}
          <span>{words.gone(one)}</span>
        </li>
      ))}
    </ul>
  );
}

interface RowsProps {
  classes: readonly ClassOccurrence[];
  /** Now, HH:MM and YYYY-MM-DD. */
  time: string;
  day: string;
  onOpen: (occurrence: ClassOccurrence) => void;
}

function Rows({ classes: all, time, day, onOpen }: RowsProps) {
  const words = useClassTexts();
  const marking = useClassEntryProgress();
  const markingWords = useEntryProgressText();
  return (
    <ol className={classNames(card.card, styles.rows)}>
      {all.map((occurrence) => {
        const { lesson } = occurrence;
        const isPast = occurrence.day === day && lessonState(lesson, time) === 'past';
        const marked = isPast && marking && markingWords(marking(occurrence));
        return (
          <li key={lessonKey(lesson)}>
            <button
              type="button"
              className={classNames(styles.row, isPast && styles.past)}
              onClick={() => onOpen(occurrence)}
            >
              <time>{lesson.startsAt}</time>
              <span className={styles.words} translate="no">
                <b>{lesson.discipline}</b>
                <small title={words.groups(lesson)}>
                  <DotSeparatedList facts={[...words.shortFacts(lesson), marked]} />
                </small>
              </span>
              <span className={styles.room} translate="no">
                {words.room(lesson)}
              </span>
              <Icon of={caretRight} size="xs" />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
