import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { currentDay, dayAndMonth } from '../../core/time.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { daysUntil, type RegistrationOverview, useRegistrationOverview } from './board.data.ts';
import styles from './OfficeSidebar.module.css';
import { useCreditLimit } from './office.data.ts';

interface Props {
  year: number | null;
  term: number | null;
  onWindows: () => void;
  onLimits: () => void;
}

/** A window that ends within so many days is loud. */
const soon = 2;
/** More windows are behind a press. */
const shown = 6;

/** Beside the table: what is open and until when, and the limits of credits with who is beyond theirs. */
export function OfficeSidebar({ year, term, onWindows, onLimits }: Props) {
  return (
    <aside className={styles.aside}>
      <OpenWindows onWindows={onWindows} />
      <LimitsCard year={year} term={term} onLimits={onLimits} />
    </aside>
  );
}

function OpenWindows({ onWindows }: Pick<Props, 'onWindows'>) {
  const { t } = useTranslation('office');
  const figures = useRegistrationOverview();
  const [of] = figures.data ?? [];
  // That the board has failed it says itself.
  if (!of) return figures.isPending ? <CardSkeleton /> : null;
  return (
    <section className={classNames(card.card, styles.card)} aria-label={t('aside.windows')}>
      <h2>{t('aside.windows')}</h2>
      {of.windows.length === 0 && <p className={styles.none}>{t('board.none')}</p>}
      <ul>
        {of.windows.slice(0, shown).map((one) => (
          <WindowRow key={one.id_window} of={one} />
        ))}
      </ul>
      {(of.windows.length === 0 || of.countWindows > shown) && (
        <button type="button" className={styles.link} onClick={onWindows}>
          {of.windows.length === 0 ? t('board.openDates') : t('aside.allWindows', { count: of.countWindows })}
        </button>
      )}
    </section>
  );
}

function WindowRow({ of }: { of: RegistrationOverview['windows'][number] }) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const done = of.students - of.incomplete;
  const isSoon = daysUntil(of.endDate, currentDay()) <= soon;
  return (
    <li>
      <span className={styles.line}>
        <b>
          <span translate="no">{of['p23-2']}</span>, {t(of.isPartTime ? 'partTime' : 'fullTime')}
        </b>
        <small className={isSoon ? styles.loud : undefined}>{t('aside.until', { day: dayAndMonth(of.endDate) })}</small>
      </span>
      {of.students > 0 ? (
        <ProgressBar
          max={of.students}
          value={done}
          label={t('board.doneOf', { done: format.format(done), students: format.format(of.students) })}
        />
      ) : (
        <small className={styles.none}>{t('aside.nobody')}</small>
      )}
    </li>
  );
}

function LimitsCard({ year, term, onLimits }: Omit<Props, 'onWindows'>) {
  const { t } = useTranslation('office');
  const format = numberFormat();
  const { limit, read } = useCreditLimit(year, term);
  if (read.isError && !read.data)
    return <LoadFailure small title={t('failedLimits')} failure={read.error} onRetry={() => void read.refetch()} />;
  if (!limit) return read.isPending ? <CardSkeleton /> : null;
  return (
    <section className={classNames(card.card, styles.card)} aria-label={t('limit')}>
      <h2>{t('limit')}</h2>
      <ul>
        <li className={styles.line}>
          <b>{t('aside.inSemester', { limit: format.format(limit.creditLimit) })}</b>
          <small>{t('limitOfAll')}</small>
        </li>
        {limit.named.map((one) => (
          <li key={one.creditLimit} className={styles.line}>
            <b>{t('aside.upTo', { limit: format.format(one.creditLimit) })}</b>
            <small>{t('aside.named', { count: one.students })}</small>
          </li>
        ))}
        <li className={styles.line}>
          {limit.exceeded > 0 ? (
            <>
              <b className={styles.loud}>{t('aside.exceeded', { count: limit.exceeded })}</b>
              <button type="button" className={styles.link} onClick={onLimits}>
                {t('aside.show')}
                <span className="hidden-text">: {t('exceeded')}</span>
              </button>
            </>
          ) : (
            <small>{t('noneExceeded')}</small>
          )}
        </li>
      </ul>
    </section>
  );
}

function CardSkeleton() {
  return (
    <Skeleton className={classNames(card.card, styles.card)}>
      <SkeletonBar className={styles.skeletonBar} />
      <SkeletonBar className={styles.skeletonBar} />
      <SkeletonBar className={styles.skeletonBar} />
    </Skeleton>
  );
}
