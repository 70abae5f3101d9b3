import checks from 'icon:checks';
import gear from 'icon:gear';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { handleNoticeKey } from '../../notices/keys.ts';
import { NoticesByDay } from '../../notices/NoticesByDay.tsx';
import { markNoticesSeenUpTo, useNotices } from '../../notices/notices.data.ts';
import styles from './Notices.module.css';
import { useMarkVisibleNoticesSeen } from './useMarkVisibleNoticesSeen.ts';

/** All notices of the person, by day. */
export default function NoticesPage() {
  const { t } = useTranslation('notices');
  const { mobile } = useAtom(screenState);
  const list = useNotices();
  const [newest] = list.rows;
  const readAll = () => newest && void markNoticesSeenUpTo(newest.id);
  const action = (
    <span className={styles.actions}>
      {list.count > 0 &&
        (mobile ? (
          <IconButton icon={checks} label={t('readAll')} onClick={readAll} />
        ) : (
          <Button look="quiet" icon={checks} onClick={readAll}>
            {t('readAll')}
          </Button>
        ))}
      <Link
        to="/profile/$part"
        params={{ part: 'notices' }}
        className={styles.gear}
        title={t('settings')}
        aria-label={t('settings')}
      >
        <Icon of={gear} />
      </Link>
    </span>
  );
  return (
    <Page title={t('title')} fromApps action={action}>
      <List list={list} />
    </Page>
  );
}

function List({ list }: { list: ReturnType<typeof useNotices> }) {
  const { t } = useTranslation('notices');
  const shown = useRef<HTMLDivElement>(null);
  useMarkVisibleNoticesSeen(shown, list.rows);
  if (list.isPending)
    return (
      <Skeleton className={styles.skeleton}>
        {[1, 2, 3, 4].map((place) => (
          <SkeletonBar key={place} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!list.data)
    return list.error && <LoadFailure title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />;
  if (!list.rows.length) return <EmptyState title={t('empty')}>{t('emptyMore')}</EmptyState>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way between its links
    <div ref={shown} onKeyDown={handleNoticeKey}>
      <NoticesByDay rows={list.rows} cards />
      {list.hasNextPage && (
        <div className={styles.more}>
          <LoadMoreButton list={list} label={t('more')} failed={t('failed')} />
        </div>
      )}
    </div>
  );
}
