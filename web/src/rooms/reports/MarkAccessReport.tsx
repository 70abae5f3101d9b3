import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { ReportSkeleton } from './ReportCard.tsx';
import styles from './Reports.module.css';
import { type ReportFilter, useMarkAccesses } from './reports.data.ts';

/** How often marks were read; who read whose is in the audit room, for those who may know it. */
export function MarkAccessReport({ wanted }: { wanted: ReportFilter }) {
  const { t } = useTranslation('reports');
  const { user } = useAtom(session);
  const { data, error, refetch } = useMarkAccesses(wanted);
  const [row] = data ?? [];
  return (
    <section className={classNames(card.card, styles.part)} aria-labelledby="report-readings">
      <header className={styles.head}>
        <h2 id="report-readings">{t('readings.title')}</h2>
      </header>
      {!row && !error && <ReportSkeleton />}
      {!row && error && <LoadFailure small title={t('failed')} failure={error} onRetry={() => void refetch()} />}
      {row && (
        <>
          <p>
            {t('readings.times', { count: row.readings })}
            {row.readers > 0 && ` · ${t('readings.people', { count: row.readers })}`}
          </p>
          {user?.permissions.includes('audit') && row.readings > 0 && (
            <Link
              to="/audit"
              search={{ category: 'readings', from: row.from, until: row.until }}
              className={styles.link}
            >
              {t('readings.who')}
            </Link>
          )}
        </>
      )}
    </section>
  );
}
