import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClasses } from '../../kit/Button.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './Data.module.css';
import { type ImportJob, isImportJobRunning, useImportJob } from './data.data.ts';
import { ImportChanges } from './ImportChanges.tsx';
import { ImportCheckFaults } from './ImportCheckFaults.tsx';
import { ImportJobProgress } from './ImportJobProgress.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportSteps } from './ImportSteps.tsx';
import { UndoProgress } from './UndoProgress.tsx';
import { useMarkImportNoticeSeen } from './useMarkImportNoticeSeen.ts';

/** One load: its files, what is wrong with them, what would change, what came of it. */
export function ImportJobPage({ id }: { id: number }) {
  const { t } = useTranslation('data');
  const query = useImportJob(id);
  const [job] = query.data ?? [];
  useMarkImportNoticeSeen(job);
  const isUndo = job?.kind === 'undo';
  const titleOf = (of: ImportJob | undefined) => {
    if (of?.kind === 'undo') return t('undo.title', { run: of.name });
    return of?.state === 'done' && of.id_run !== null ? t('runTitle', { run: of.id_run }) : t('new');
  };
  const fact = job && (
    <p className={styles.fact}>
      {!isUndo && (
        <>
          <span translate="no">{job.name}</span> ·{' '}
        </>
      )}
      <Time at={job.at} form="exact" />
    </p>
  );
  return (
    <Page title={titleOf(job)} fromApps whole fact={fact}>
      {query.isPending ? (
        <Skeleton className={styles.stack}>
          {[1, 2, 3].map((place) => (
            <SkeletonBar key={place} className={styles.skeletonBar} />
          ))}
        </Skeleton>
      ) : job ? (
        <div className={styles.job}>
          {isUndo ? (
            <UndoProgress job={job} />
          ) : (
            <>
              <ImportSteps at={stepOf(job)} />
              <Step job={job} />
            </>
          )}
        </div>
      ) : (
        <>
          {query.error && (
            <LoadFailure title={t('failed')} failure={query.error} onRetry={() => void query.refetch()} />
          )}
          <p className={styles.center}>
            <Link to="." search={{}} className={buttonClasses('soft')}>
              {t('back')}
            </Link>
          </p>
        </>
      )}
    </Page>
  );
}

const isReady = (job: ImportJob) => job.state === 'checked' && job.faults === 0;

function stepOf(job: ImportJob): number {
  if (job.state === 'done') return 4;
  return isReady(job) || job.state === 'importing' ? 2 : 1;
}

function Step({ job }: { job: ImportJob }) {
  const { t } = useTranslation('data');
  if (isImportJobRunning(job.state)) return <ImportJobProgress job={job} />;
  if (job.state === 'done') return <ImportOutcome job={job} />;
  const missing = job.missing && <InlineAlert tone="bad">{job.missing}</InlineAlert>;
  if (isReady(job))
    return (
      <>
        {missing}
        <ImportChanges job={job} />
      </>
    );
  return (
    <>
      {missing}
      {(job.state === 'failed' || job.state === 'stopped') && (
        <InlineAlert tone="warm">{t(`verdict.${job.state}`)}</InlineAlert>
      )}
      <ImportCheckFaults job={job} />
    </>
  );
}
