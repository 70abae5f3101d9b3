import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { ReportSkeleton } from './ReportCard.tsx';
import styles from './Reports.module.css';

interface Props<T> {
  title: string;
  onClose: () => void;
  /** Undefined: not known yet. */
  rows: readonly T[] | undefined;
  error?: Failure | null;
  onRetry?: () => void;
  heads: readonly string[];
  cells: (of: T) => readonly ReactNode[];
  keyOf: (of: T, place: number) => string;
}

/** The rows behind one number. */
export function ReportRows<T>({ title, onClose, rows, error, onRetry, heads, cells, keyOf }: Props<T>) {
  const { t } = useTranslation('reports');
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {!rows && !error && <ReportSkeleton />}
      {!rows && error && onRetry && <LoadFailure small title={t('failed')} failure={error} onRetry={onRetry} />}
      {rows && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        <section className={styles.scroll} tabIndex={0} aria-label={title}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <tr key={keyOf(row, place)}>
                  {cells(row).map((cell, column) => (
                    <td key={heads[column]} translate={column === 0 ? 'no' : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}
