import { importUndoDays } from '@bilim/contract/data-limits.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import styles from './Data.module.css';
import { type ImportJob, isImportJobRunning } from './data.data.ts';
import { ImportFaults } from './ImportFaults.tsx';
import { ImportJobProgress } from './ImportJobProgress.tsx';
import { UndoImport } from './UndoImport.tsx';
import { UndoResult } from './UndoResult.tsx';

/** How far an undo is; what came of it, with its own number and its own undo. */
export function UndoProgress({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  if (isImportJobRunning(job.state)) return <ImportJobProgress job={job} />;
  return (
    <>
      <UndoResult job={job} />
      {job.state === 'done' && !job.isTrial && job.id_run !== null && (
        <section className={classNames(card.card, styles.verdict)} aria-label={t('undo.stored', { run: job.id_run })}>
          <div className={styles.grow}>
            <h2>{t('undo.stored', { run: job.id_run })}</h2>
            <p className={styles.small}>{t('done.help', { days: importUndoDays })}</p>
          </div>
          <UndoImport run={job.id_run} />
        </section>
      )}
      {job.groups.length > 0 && <ImportFaults groups={job.groups} />}
      <div>
        <Link to="." search={{}} className={buttonClasses()}>
          {t('back')}
        </Link>
      </div>
    </>
  );
}
