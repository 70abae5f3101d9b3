import { type ModerationState, moderationStates } from '@bilim/contract/page-options.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../core/searchParams.ts';
import { CountTabs } from '../../kit/CountTabs.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Moderation.module.css';
import { useCaseCounts, useModerationCases } from './moderation.data.ts';
import { ReportedMessage } from './ReportedMessage.tsx';

const panel = 'reported';

/** What people reported, and what was decided of it. */
export default function ModerationPage() {
  const { t } = useTranslation('moderation');
  const { state: tab = 'open' } = useSearchParams('/moderation');
  const navigate = useNavigate();
  const [figures] = useCaseCounts().data ?? [];
  const choose = (state: ModerationState) =>
    void navigate({ to: '.', search: state === 'open' ? {} : { state }, replace: true });
  return (
    <Page title={t('title')} fromApps inlineFact fact={<p>{t('about')}</p>}>
      <div className={styles.top}>
        <CountTabs
          label={t('tabs')}
          tabs={moderationStates.map((value) => ({
            value,
            name: t(`tab.${value}`),
            count: value === 'open' ? figures?.open : undefined,
          }))}
          value={tab}
          onChoose={choose}
          panel={panel}
        />
        {tab === 'open' && figures && figures.alone > 0 && (
          <InlineAlert tone="warm">{t('alone', { count: figures.alone })}</InlineAlert>
        )}
        {tab === 'open' && figures && figures.own > figures.alone && (
          <InlineAlert>{t('own', { count: figures.own - figures.alone })}</InlineAlert>
        )}
      </div>
      <div id={panel} role="tabpanel" aria-label={t(`tab.${tab}`)}>
        <Cases tab={tab} />
      </div>
    </Page>
  );
}

function Cases({ tab }: { tab: ModerationState }) {
  const { t } = useTranslation('moderation');
  const cases = useModerationCases(tab);
  const rows = cases.data?.pages.flat() ?? [];
  if (cases.isPending)
    return (
      <Skeleton className={styles.list}>
        {[1, 2].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!cases.data)
    return (
      cases.error && <LoadFailure title={t('failed')} failure={cases.error} onRetry={() => void cases.refetch()} />
    );
  if (!rows.length)
    return (
      <EmptyState title={t(tab === 'open' ? 'empty' : 'emptyDone')}>{tab === 'open' && t('emptyMore')}</EmptyState>
    );
  return (
    <>
      <ol className={styles.list} aria-label={t(`tab.${tab}`)}>
        {rows.map((one) => (
          <ReportedMessage key={one.id_case} of={one} />
        ))}
      </ol>
      {cases.hasNextPage && <LoadMoreButton list={cases} label={t('more')} failed={t('failed')} />}
    </>
  );
}
