import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ProgressRing } from '../../kit/ProgressRing.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Discipline.module.css';
import { useStudentTotals } from './discipline.data.ts';

/** A student's mean of the marks given and attendance; absent where there was no class yet. */
export function DisciplineTotals({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const totals = useStudentTotals(cascade);
  // As high as what comes: everything below stands where it will be.
  if (totals === undefined)
    return (
      <Skeleton className={classNames(card.card, styles.totals)}>
        <SkeletonBar className={styles.totalsBar} />
      </Skeleton>
    );
  if (!totals) return null;
  const { mean, given, attended, columns } = totals;
  return (
    <dl className={classNames(card.card, styles.totals)}>
      <div>
        <dt>
          {given > 0 ? t('mean') : t('noMarks')}
          <br />
          {given > 0 && t('given', { count: given })}
        </dt>
        <dd>{formatAverage(mean)}</dd>
      </div>
      <div>
        <dt>
          {t('attended')}
          <br />
          {t('of', { attended, columns })}
        </dt>
        <dd>
          <ProgressRing part={attended / columns} className={styles.ring}>
            {Math.round((attended / columns) * 100)}%
          </ProgressRing>
        </dd>
      </div>
    </dl>
  );
}

/** A mean with at most two decimals; nothing is «—». */
export const formatAverage = (mean: number | null): string =>
  mean === null ? '—' : numberFormat().format(Math.round(mean * 100) / 100);
