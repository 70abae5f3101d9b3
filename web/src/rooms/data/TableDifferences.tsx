import arrow from 'icon:arrow-right';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import { dateInWords } from '../../core/time.ts';
import { useCellTypeText } from '../../imported-tables/useCellTypeText.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Data.module.css';
import { type ImportTableCounts, type TableDifferenceKind, useTableDifferences, useTableName } from './data.data.ts';

const kinds = ['added', 'changed', 'ended'] as const;
/** Cells of a row that are shown at once when it is new or ends. */
const shown = 5;

/** A text of the importer with its days in words: «1 сентября 2026». */
const withDays = (text: string) => text.replace(/(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g, (day) => dateInWords(day, ''));

/** The rows of one table that would change, by kind: old and new. */
export function TableDifferences({ job, figures }: { job: number; figures: ImportTableCounts }) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  const [kind, setKind] = useState<TableDifferenceKind>(kinds.find((one) => figures[one] > 0) ?? 'changed');
  return (
    <section className={classNames(card.card, styles.differences)} aria-label={tableName(figures.table)}>
      <SegmentedControl
        label={tableName(figures.table)}
        value={kind}
        onChoose={setKind}
        wide
        segments={kinds.map((one) => ({
          value: one,
          name: `${t(`changes.${one}`)} ${numberFormat().format(figures[one])}`,
        }))}
      />
      <Rows key={kind} job={job} table={figures.table} kind={kind} />
      {figures.kept > 0 && kind === 'ended' && (
        <p className={styles.small}>{t('changes.kept', { count: figures.kept })}</p>
      )}
    </section>
  );
}

function Rows({ job, table, kind }: { job: number; table: string; kind: TableDifferenceKind }) {
  const { t } = useTranslation('data');
  const columnWord = useCellTypeText();
  const list = useTableDifferences(job, table, kind);
  const rows = list.data?.pages.flat() ?? [];
  if (list.isPending)
    return (
      <Skeleton className={styles.stack}>
        {[1, 2, 3].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!list.data)
    return (
      list.error && (
        <LoadFailure small title={t('changes.failed')} failure={list.error} onRetry={() => void list.refetch()} />
      )
    );
  if (!rows.length) return <EmptyState title={t('changes.empty')} />;
  return (
    <>
      <ul className={styles.list} translate="no">
        {rows.map(({ place, key, title, cells }) => (
          <li key={place} className={styles.difference}>
            <span>
              <b>{title ?? withDays(key)}</b>
              {title !== null && <small>{withDays(key)}</small>}
            </span>
            <span className={styles.cells}>
              {cells.slice(0, kind === 'changed' ? cells.length : shown).map(({ column, was, now }) => (
                <span key={column} className={styles.cell}>
                  <small>{columnWord(table, column)}</small>
                  {was !== null && <del>{withDays(was)}</del>}
                  {kind === 'changed' && <Icon of={arrow} size="xs" />}
                  {now !== null ? <ins>{withDays(now)}</ins> : kind === 'changed' && <ins>–</ins>}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && <LoadMoreButton list={list} label={t('changes.more')} failed={t('changes.failed')} />}
    </>
  );
}
