import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Progress } from '../../kit/Progress.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import { type JobSummary, useStopJob, useTableName } from './data.data.ts';

const steps = ['read', 'check', 'photos', 'remove'] as const;

/** How far a check, a load or an undo is; it goes on when the page is left. */
export function JobProgress({ job }: { job: JobSummary }) {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const tableName = useTableName();
  const stop = useStopJob();
  const { percent, state, isTrial } = job;
  const title =
    state === 'checking'
      ? t('work.checking', { percent })
      : state === 'importing'
        ? t('work.importing', { percent })
        : t(isTrial ? 'work.trial' : 'work.undoing');
  const step = steps.find((one) => one === job.step);
  const where = job.table ? tableName(job.table) : step && t(`work.${step}`);
  return (
    <section className={classes(card.card, styles.working)} aria-label={title}>
      <div>
        <h2 aria-live="polite">{title}</h2>
        <p className={styles.small}>{[where, t('work.help')].filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        busy={stop.isPending && t('stopping')}
        onClick={() => stop.mutate({ id_job: job.id_job }, { onError: (failure) => toast(failureText(failure)) })}
      >
        {t('stop')}
      </Button>
      {state !== 'undoing' && <Progress label={title} part={percent / 100} />}
    </section>
  );
}
