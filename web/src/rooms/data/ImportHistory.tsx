import { importUndoDays } from '@bilim/contract/data-limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { EmptyState } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Data.module.css';
import { type StoredImportRun, type useDataOverview, useTableName } from './data.data.ts';
import { ImportRowCounts } from './ImportRowCounts.tsx';
import { UndoImport } from './UndoImport.tsx';

interface Props {
  runs: readonly StoredImportRun[];
  list: ReturnType<typeof useDataOverview>;
  filters: ReactNode;
  isFiltered: boolean;
}

/** What was loaded and taken back before, newest first, each with its undo or the reason why not. */
export function ImportHistory({ runs, list, filters, isFiltered }: Props) {
  const { t } = useTranslation('data');
  const tableName = useTableName();
  return (
    <section className={styles.stack} aria-label={t('history.title')}>
      <h2>{t('history.title')}</h2>
      {(runs.length > 0 || isFiltered) && filters}
      {runs.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'history.noneSuch' : 'history.empty')} />
      ) : (
        <ol className={classNames(card.card, styles.list)}>
          {runs.map((run) => (
            <li key={run.id_run} className={styles.run}>
              <span className={styles.number}>№ {run.id_run}</span>
              <span>
                <b>
                  <Time at={run.at} form="exact" />
                </b>
                <small translate="no">
                  {formatNameWithHint(run.by, run.apart) ||
                    (run.program ? t('history.program', { name: run.program }) : t('history.command'))}
                </small>
              </span>
              <span>
                {run.undoes === null ? (
                  <span className={styles.fileNames} translate="no">
                    {run.files.join(', ')}
                  </span>
                ) : (
                  t('history.undoes', { run: run.undoes })
                )}
                {run.undoneTables.length > 0 && (
                  <small>{t('history.undoneTables', { tables: run.undoneTables.map(tableName).join(', ') })}</small>
                )}
                {run.left > 0 && <small>{t('history.left', { count: run.left })}</small>}
              </span>
              <ImportRowCounts of={run} />
              <span className={styles.act}>
                <UndoImport run={run.id_run} instead={run.whyNot === null ? null : <WhyNot run={run} />} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && <LoadMoreButton list={list} label={t('history.more')} failed={t('failed')} />}
    </section>
  );
}

function WhyNot({ run }: { run: StoredImportRun }) {
  const { t } = useTranslation('data');
  if (run.undoneAt !== null)
    return (
      <span className={styles.quietPill}>
        {t('history.undone')} <Time at={run.undoneAt} form="exact" />
      </span>
    );
  return (
    <small>{run.whyNot === 'old' ? t('history.why.old', { days: importUndoDays }) : t('history.why.nothing')}</small>
  );
}
