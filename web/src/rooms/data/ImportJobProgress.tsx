import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import { UploadProgress } from '../../kit/UploadProgress.tsx';
import styles from './Data.module.css';
import { type ImportJobSummary, useStopImportJob, useTableName } from './data.data.ts';

const steps = ['read', 'check', 'photos', 'remove', 'undo', 'people', 'report'] as const;

/** How far a check, a load or an undo is; it goes on when the page is left. */
export function ImportJobProgress({ job }: { job: Omit<ImportJobSummary, 'isFaulty'> }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const tableName = useTableName();
  const stop = useStopImportJob();
  const { percent, state, isTrial } = job;
  const title =
    state === 'checking'
      ? t('work.checking', { percent })
      : state === 'importing'
        ? t('work.importing', { percent })
        : t(isTrial ? 'work.trial' : 'work.undoing', { percent });
  const step = steps.find((one) => one === job.step);
  const where = job.table ? tableName(job.table) : step && t(`work.${step}`);
  return (
    <section className={classNames(card.card, styles.working)} aria-label={title}>
      <div>
        <h2 aria-live="polite">{title}</h2>
        <p className={styles.small}>{[where, t('work.help')].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        busy={stop.isPending && t('stopping')}
        onClick={() => stop.mutate({ id_job: job.id_job }, { onError: (failure) => showToast(failureText(failure)) })}
      >
        {t(state === 'checking' || isTrial ? 'stopOnly' : 'stop')}
      </Button>
      <UploadProgress label={title} part={percent / 100} />
    </section>
  );
}
