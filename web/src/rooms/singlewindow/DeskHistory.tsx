import { useTranslation } from 'react-i18next';
import { quoted } from '../../core/quoted.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './OrderSheet.module.css';
import { useOrderHistory } from './singlewindow.data.ts';

const tones: Readonly<Record<string, string>> = {
  waiting: 'system',
  preparing: 'waits',
  canceled: 'bad',
  revoked: 'bad',
  prepared: 'good',
  handed: 'good',
};

/** What happened to an order and what was said about it, the newest first, as lozenges on a thread. */
export function DeskHistory({ id }: { id: number }) {
  const { t } = useTranslation('singlewindow');
  const history = useOrderHistory(id, true);
  return (
    <section className={styles.history} aria-labelledby="desk-history">
      <h3 id="desk-history">{t('history')}</h3>
      {history.isPending && (
        <Skeleton>
          <SkeletonBar className={styles.skeletonBar} />
        </Skeleton>
      )}
      {history.error && !history.data && (
        <LoadFailure small title={t('failedHistory')} failure={history.error} onRetry={() => void history.refetch()} />
      )}
      <ol aria-label={t('history')}>
        {history.data?.toReversed().map(({ action, at, reason, fio }) => (
          <li key={at + action} data-tone={tones[action] ?? 'person'}>
            <Bullet />
            <div>
              <p>
                <b>{t(`action.${action}`)}</b>
                {reason && <span translate="no">: {quoted(reason)}</span>}
              </p>
              <p className={styles.small}>
                <Time at={at} form="exact" />
                {fio && <span translate="no"> · {fio}</span>}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
