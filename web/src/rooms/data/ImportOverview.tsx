import fileXls from 'icon:file-xls';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { toFailure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button, buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Page } from '../../kit/Page.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './Data.module.css';
import {
  fetchSampleImportTables,
  type ImportJobSummary,
  isImportJobRunning,
  useDataOverview,
  useServiceTokens,
} from './data.data.ts';
import { ImportHistory } from './ImportHistory.tsx';
import { ImportJobProgress } from './ImportJobProgress.tsx';
import { ImportRunFilters } from './ImportRunFilters.tsx';
import { ServiceTokens } from './ServiceTokens.tsx';
import { TablesUpload } from './TablesUpload.tsx';
import { useImportRunFilters } from './useImportRunFilters.ts';

/** What goes on and waits, a place for new tables, and what was loaded before. */
export function ImportOverview() {
  const { t } = useTranslation('data');
  const { wanted, choose } = useImportRunFilters();
  const overview = useDataOverview(wanted);
  // Asked for at once, and shown when what is above has its height.
  useServiceTokens();
  const [first] = overview.data?.pages[0] ?? [];
  const jobs = first?.jobs ?? [];
  const runs = overview.data?.pages.flatMap(([page]) => page?.runs ?? []) ?? [];
  return (
    <Page title={t('title')} fromApps whole inlineFact fact={<p className={styles.fact}>{t('about')}</p>}>
      <div className={styles.stack}>
        {jobs
          .filter(({ state }) => isImportJobRunning(state))
          .map((job) => (
            <ImportJobProgress key={job.id_job} job={job} />
          ))}
        {first?.isCommand && <InlineAlert tone="warm">{t('command')}</InlineAlert>}
        <TablesUpload>
          <p className={styles.strong}>{t('drop')}</p>
          <p className={styles.small}>{t('dropHelp')}</p>
        </TablesUpload>
        <Samples />
        <Waiting jobs={jobs.filter(({ state }) => !isImportJobRunning(state))} />
        {overview.isPending ? (
          <Skeleton className={styles.stack}>
            {[1, 2, 3].map((place) => (
              <SkeletonBar key={place} className={styles.skeletonBar} />
            ))}
          </Skeleton>
        ) : overview.data ? (
          <ImportHistory
            runs={runs}
            list={overview}
            filters={<ImportRunFilters wanted={wanted} who={first?.who ?? []} onChoose={choose} />}
            isFiltered={Object.keys(wanted).length > 0}
          />
        ) : (
          overview.error && (
            <LoadFailure title={t('failed')} failure={overview.error} onRetry={() => void overview.refetch()} />
          )
        )}
        {!overview.isPending && <ServiceTokens />}
      </div>
    </Page>
  );
}

/** Uploads that wait for a decision. */
function Waiting({ jobs }: { jobs: readonly ImportJobSummary[] }) {
  const { t } = useTranslation('data');
  if (!jobs.length) return null;
  const words = ({ state, isFaulty }: ImportJobSummary) => {
    if (state === 'failed' || state === 'stopped' || state === 'done') return t(`jobs.${state}`);
    return t(isFaulty ? 'jobs.faulty' : 'jobs.checked');
  };
  return (
    <section aria-label={t('jobs.title')} className={styles.stack}>
      <h2>{t('jobs.title')}</h2>
      <ul className={classNames(card.card, styles.list)}>
        {jobs.map((job) => (
          <li key={job.id_job} className={styles.line}>
            <span>
              <b translate="no">{job.name}</b>
              <small>
                {words(job)} · <Time at={job.at} form="exact" /> ·{' '}
                <span translate="no">{job.by ?? (job.program && t('history.program', { name: job.program }))}</span>
              </small>
            </span>
            <Link to="." search={{ job: job.id_job }} className={buttonClasses('soft')}>
              {t('jobs.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Small examples of all tables as one workbook. */
function Samples() {
  const { t } = useTranslation('data');
  const failureText = useFailureText();
  const connected = useAtom(isPortalReachable);
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const [tables, { downloadSampleWorkbook: saveSamples }] = await Promise.all([
        fetchSampleImportTables(),
        import('./workbooks.ts'),
      ]);
      await saveSamples(tables, t('samples'));
    } catch (failure) {
      showToast(failureText(toFailure(failure)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classNames(styles.buttons, styles.pair)}>
      <Button icon={fileXls} disabled={!connected} busy={busy && t('common:loading')} onClick={() => void take()}>
        {t('samples')}
      </Button>
      <Link to="/recipes" className={buttonClasses('soft')}>
        {t('ownSheet')}
      </Link>
    </div>
  );
}
