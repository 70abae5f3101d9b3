import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import styles from './Data.module.css';

const figures = ['added', 'changed', 'ended'] as const;

/** How many rows an import added, changed and ended. */
export function ImportRowCounts({ of }: { of: Readonly<Record<(typeof figures)[number], number>> }) {
  const { t } = useTranslation('data');
  return (
    <span className={styles.sums}>
      {figures.map((kind) => (
        <span key={kind}>
          <small>{t(`history.${kind}`)}</small> {numberFormat().format(of[kind])}
        </span>
      ))}
    </span>
  );
}
