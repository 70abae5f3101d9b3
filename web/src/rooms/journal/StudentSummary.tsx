import question from 'icon:question';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClassStrip } from '../../classes/ClassStrip.tsx';
import { dateInWords } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ProgressRing } from '../../kit/ProgressRing.tsx';
import { useLocalNumberFormatters } from './formatters.ts';
import type { OwnEntry } from './journal.model.ts';
import { computeStudentTotals, toDisplayedTotals } from './journal.totals.ts';
import styles from './StudentSummary.module.css';

/** So many marks are listed one by one; more are counted. */
const maxListed = 6;
/** So many absences are named by their day. */
const maxNamed = 2;

/** What the cards are about: classes, newest first. */
interface Props {
  rows: readonly OwnEntry[];
}

/** The mean of the marks given, large; the attendance; and what it is with every class counted (JRN-03, JRN-09). */
export function MarksSummary({ rows }: Props) {
  const { t } = useTranslation('journal');
  const numbers = useLocalNumberFormatters();
  const [open, setOpen] = useState(false);
  const id = useId();
  const totals = computeStudentTotals(rows, rows.length);
  const { mean } = totals;
  const marks = rows.filter((row) => row.isVisited !== false && row.otsenka).map((row) => row.otsenka ?? '');
  // Marks that are no numbers, such as a test that was passed, have no mean: the last one stands for itself.
  const word = mean === null ? marks[0] : undefined;
  const listed = marks.length && marks.length <= maxListed ? `: ${marks.toReversed().join(', ')}` : '';
  return (
    <section className={classNames(card.card, styles.card)} aria-label={t('mean')}>
      <div className={styles.top}>
        <p className={styles.figure}>
          <b className={classNames(styles.large, word && styles.word)}>{word ?? numbers.two(mean)}</b>
          <span>{marks.length ? t('mean').toLocaleLowerCase() : t('noMarksYet')}</span>
          {marks.length > 0 && <span>{t('marksGiven', { count: marks.length }) + listed}</span>}
        </p>
        <Attendance rows={rows} />
      </div>
      <button
        type="button"
        className={styles.why}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{t('allCounted', { average: numbers.two(toDisplayedTotals(totals).average) })}</span>
        <Icon of={question} size="s" />
        <span className="hidden-text">{t('whatIsIt')}</span>
      </button>
      {open && (
        <p className={styles.meaning} id={id}>
          {t('averageMeans')}
        </p>
      )}
    </section>
  );
}

/** How many classes of those entered the student was at. */
function Attendance({ rows }: Props) {
  const { t } = useTranslation('journal');
  const entered = rows.filter((row) => row.isVisited !== null);
  const attended = entered.filter((row) => row.isVisited).length;
  const share = entered.length ? attended / entered.length : 0;
  return (
    <div className={styles.attendance}>
      <ProgressRing part={share} className={styles.ring}>
        <b className={styles.attended}>{attended}</b>
        <span className={styles.ofAll}>{t('of', { n: entered.length })}</span>
      </ProgressRing>
      <span aria-hidden="true">{t('attendedShort')}</span>
      <span className="hidden-text">{t('attended', { n: attended, of: entered.length })}</span>
    </div>
  );
}

/** How the classes went, with the absences in words. */
export function AttendanceStrip({ rows }: Props) {
  const { t } = useTranslation('journal');
  const missed = rows.filter((row) => row.isVisited === false).toReversed();
  const named = missed.length <= maxNamed ? missed.map((row) => dateInWords(row.visitDate ?? '')).join(', ') : '';
  return (
    <section className={classNames(card.card, styles.card)} aria-labelledby="journal-strip">
      <header className={styles.head}>
        <h2 id="journal-strip">{t('byClass')}</h2>
        <p>
          {missed.length
            ? [t('absencesOf', { count: missed.length }), named].filter(Boolean).join(', ')
            : t('noAbsences')}
        </p>
      </header>
      <ClassStrip
        rows={rows}
        labelledBy="journal-strip"
        words={{ absent: t('absent'), present: t('wasPresent'), none: t('notEntered') }}
      />
    </section>
  );
}
