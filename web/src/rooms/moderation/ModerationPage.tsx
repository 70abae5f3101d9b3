import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../core/searchParams.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Note } from '../../kit/Note.tsx';
import { Page } from '../../kit/Page.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Moderation.module.css';
import { type CaseTab, useCaseFigures, useCases } from './moderation.data.ts';
import { ReportedMessage } from './ReportedMessage.tsx';

/** What people reported, and what was decided of it. */
export default function ModerationPage() {
  const { t } = useTranslation('moderation');
  const search = useSearchParams<'/moderation'>();
  const navigate = useNavigate();
  const tab: CaseTab = search.state === 'done' ? 'done' : 'open';
  const [figures] = useCaseFigures().data ?? [];
  const choose = (state: CaseTab) =>
    void navigate({ to: '.', search: state === 'open' ? {} : { state }, replace: true });
  return (
    <Page title={t('title')} fromApps fact={<p>{t('about')}</p>}>
      <div className={styles.top}>
        <Segments
          label={t('tabs')}
          segments={(['open', 'done'] as const).map((value) => ({ value, name: t(`tab.${value}`) }))}
          value={tab}
          onChoose={choose}
        />
        {tab === 'open' && figures && figures.alone > 0 && (
          <Note tone="warm">{t('alone', { count: figures.alone })}</Note>
        )}
        {tab === 'open' && figures && figures.own > figures.alone && (
          <Note>{t('own', { count: figures.own - figures.alone })}</Note>
        )}
      </div>
      <Cases tab={tab} />
    </Page>
  );
}

function Cases({ tab }: { tab: CaseTab }) {
  const { t } = useTranslation('moderation');
  const cases = useCases(tab);
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
