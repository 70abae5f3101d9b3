import gear from 'icon:gear';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../kit/States.tsx';
import { handleNoticeKey } from './keys.ts';
import styles from './NoticePanel.module.css';
import { NoticesByDay } from './NoticesByDay.tsx';
import { markNoticesSeenUpTo, useNotices } from './notices.data.ts';

/** So many rows are in the bell's panel. */
const most = 8;

/** The newest notices, in the bell's panel. Looking at them here does not make them seen. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notices');
  const list = useNotices();
  const [newest] = list.rows;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = panel;
    const frame = current?.closest('[role=dialog]');
    // Its window takes the focus itself, before it comes or after, and gets no keys.
    const take = () => {
      if (!current?.contains(document.activeElement)) current?.focus({ preventScroll: true });
    };
    take();
    frame?.addEventListener('focusin', take);
    return () => frame?.removeEventListener('focusin', take);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way between its links
    <div ref={panel} className={styles.panel} tabIndex={-1} onKeyDown={handleNoticeKey}>
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        {list.count > 0 && newest && (
          <Button look="quiet" onClick={() => void markNoticesSeenUpTo(newest.id)}>
            {t('readAll')}
          </Button>
        )}
        <Link
          to="/profile/$part"
          params={{ part: 'notices' }}
          className={styles.gear}
          title={t('settings')}
          aria-label={t('settings')}
          onClick={onClose}
        >
          <Icon of={gear} />
        </Link>
      </div>
      <div className={styles.rows}>
        {list.isPending && (
          <Skeleton className={styles.skeleton}>
            {[1, 2, 3].map((place) => (
              <SkeletonBar key={place} className={styles.skeletonBar} />
            ))}
          </Skeleton>
        )}
        {!list.data && list.error && (
          <LoadFailure small title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && !list.rows.length && <EmptyState title={t('empty')}>{t('emptyMore')}</EmptyState>}
        <NoticesByDay rows={list.rows.slice(0, most)} onOpen={onClose} />
      </div>
      <div className={styles.foot}>
        <Link to="/notices" onClick={onClose}>
          {t('all')}
        </Link>
      </div>
    </div>
  );
}
