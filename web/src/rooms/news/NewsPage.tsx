import arrowUp from 'icon:arrow-up-bold';
import { useTranslation } from 'react-i18next';
import { ComposerPlaceholder, LazyComposer, useIsComposerLoading } from '../../announcements/LazyComposer.tsx';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useHighlightedRowId, useLoadUntilHighlighted } from '../../kit/highlighted.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { DeletedAnnouncementsPlaceholder, LazyDeletedAnnouncements } from './LazyDeletedAnnouncements.tsx';
import styles from './News.module.css';
import { NewsItem } from './NewsItem.tsx';
import { useMayWriteNews, useNewsFeed } from './news.data.ts';
import { usePreserveScrollPosition } from './usePreserveScrollPosition.ts';

/** The announcements addressed to the person, newest first. */
export default function NewsPage() {
  const { t } = useTranslation('news');
  const { user } = useAtom(session);
  const mayWrite = useMayWriteNews(user?.newsPerms ?? false);
  const isComposerAwaited = useIsComposerLoading(mayWrite);
  return (
    <Page title={t('title')} narrow className={styles.feed}>
      {mayWrite === null && <ComposerPlaceholder />}
      {mayWrite && <LazyComposer />}
      {!isComposerAwaited && mayWrite === null && <DeletedAnnouncementsPlaceholder />}
      {!isComposerAwaited && mayWrite && <LazyDeletedAnnouncements />}
      {!isComposerAwaited && <Feed emptyText={t('empty')} />}
    </Page>
  );
}

function Feed({ emptyText }: { emptyText: string }) {
  const { t } = useTranslation('news');
  const feed = useNewsFeed();
  const items = feed.data?.pages.flat() ?? [];
  const { unseen, seeNewest } = usePreserveScrollPosition(items);
  const highlighted = useHighlightedRowId('/news', 'item');
  useLoadUntilHighlighted(feed, items.at(-1)?.id_eventMessage ?? 0, highlighted);

  if (feed.isPending)
    return (
      <Skeleton>
        {[1, 2, 3].map((place) => (
          <div key={place} className={classNames(card.card, styles.skeleton)}>
            <SkeletonBar className={styles.boneName} />
            <SkeletonBar className={styles.boneLine} />
            <SkeletonBar className={styles.boneShort} />
          </div>
        ))}
      </Skeleton>
    );
  if (!feed.data)
    return feed.error && <LoadFailure title={t('failed')} failure={feed.error} onRetry={() => void feed.refetch()} />;
  if (!items.length) return <EmptyState title={emptyText} />;
  return (
    <>
      {unseen > 0 && (
        <Button look="primary" icon={arrowUp} className={styles.fresh} onClick={seeNewest}>
          {t('fresh', { count: unseen })}
        </Button>
      )}
      {items.map((item) => (
        <NewsItem key={item.id_eventMessage} item={item} isHighlighted={item.id_eventMessage === highlighted} />
      ))}
      {feed.hasNextPage ? (
        <LoadMoreButton list={feed} label={t('previous')} failed={t('failed')} />
      ) : (
        <p className={styles.end}>{t('end')}</p>
      )}
    </>
  );
}
