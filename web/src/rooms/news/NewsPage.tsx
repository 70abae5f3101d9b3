import arrowUp from 'icon:arrow-up-bold';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedItem } from '../../announcements/announcement.data.ts';
import { ComposerPlaceholder, LazyComposer } from '../../announcements/LazyComposer.tsx';
import { useAtom } from '../../core/atom.ts';
import { lazyComponent } from '../../core/lazy.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { useHighlighted, useLoadUntilHighlighted } from '../../kit/highlighted.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { Page } from '../../kit/Page.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './News.module.css';
import { NewsItem } from './NewsItem.tsx';
import { useMayWrite, useNewsFeed } from './news.data.ts';

/** Few may write. */
const DeletedAnnouncements = lazyComponent(() => import('./DeletedAnnouncements.tsx'));

/** The announcements addressed to the person, newest first. */
export default function NewsPage() {
  const { t } = useTranslation('news');
  const { user } = useAtom(session);
  const mayWrite = useMayWrite(user?.newsPerms ?? false);
  return (
    <Page title={t('title')} className={styles.feed}>
      {mayWrite === null && <ComposerPlaceholder />}
      {mayWrite && <LazyComposer />}
      {mayWrite && <DeletedAnnouncements />}
      <Feed emptyText={t('empty')} />
    </Page>
  );
}

function Feed({ emptyText }: { emptyText: string }) {
  const { t } = useTranslation('news');
  const feed = useNewsFeed();
  const items = feed.data?.pages.flat() ?? [];
  const { unseen, seeNewest } = useStillReading(items);
  const highlighted = useHighlighted<'/news'>('item');
  useLoadUntilHighlighted(feed, items.at(-1)?.id_eventMessage ?? 0, highlighted);

  if (feed.isPending)
    return (
      <Skeleton>
        {[1, 2, 3].map((place) => (
          <div key={place} className={classes(card.card, styles.skeleton)}>
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

/** What scrolls around the feed. */
function scrollerOf(element: Element | null): Element {
  for (let one = element?.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement ?? document.documentElement;
}

/**
 * Keeps what is being read where it is when newer items come in above, and counts those until they are seen.
 */
function useStillReading(items: readonly FeedItem[]) {
  const newest = items[0]?.id_eventMessage ?? 0;
  const seen = useRef(newest);
  const anchor = useRef<{ id: string; top: number } | null>(null);
  const [unseen, setUnseen] = useState(0);

  // Before every paint: bring back the item that was at the top of the view; then note which one is there now.
  useLayoutEffect(() => {
    const first = document.querySelector('[data-item]');
    const scroller = scrollerOf(first);
    const before = anchor.current;
    const moved = before && document.querySelector(`[data-item="${before.id}"]`);
    if (moved && before && scroller.scrollTop > 0) scroller.scrollTop += moved.getBoundingClientRect().top - before.top;
    if (!seen.current || scroller.scrollTop <= 0) seen.current = newest;
    setUnseen(items.filter((item) => item.id_eventMessage > seen.current).length);
  }, [items, newest]);

  useEffect(() => {
    const scroller = scrollerOf(document.querySelector('[data-item]'));
    const note = () => {
      const visible = [...document.querySelectorAll<HTMLElement>('[data-item]')].find(
        (one) => one.getBoundingClientRect().bottom > 0,
      );
      anchor.current = visible ? { id: visible.dataset.item ?? '', top: visible.getBoundingClientRect().top } : null;
      if (scroller.scrollTop <= 0) {
        seen.current = newest;
        setUnseen(0);
      }
    };
    note();
    const target = scroller === document.scrollingElement ? document : scroller;
    target.addEventListener('scroll', note, { passive: true });
    return () => target.removeEventListener('scroll', note);
  }, [newest]);

  return {
    unseen,
    seeNewest: () => scrollerOf(document.querySelector('[data-item]')).scrollTo({ top: 0 }),
  };
}
