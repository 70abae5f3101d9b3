import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import type { ConversationFilter } from '@bilim/contract/conversation-filters.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationOffer } from '../../account/notification-settings/Offer.tsx';
import type { ConversationRow } from '../../conversations/conversations.data.ts';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { Button } from '../../kit/Button.tsx';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './ChatInbox.module.css';
import { parseConversationAddress, pendingMessageAddress } from './chat.address.ts';
import { InboxRow, PendingConversationRow } from './InboxRow.tsx';
import { useInbox, usePendingByConversation } from './inbox.data.ts';
import { ScrollRestore } from './ScrollRestore.tsx';

/** The next page is asked for so many pixels before the end. */
const near = '300px';

interface Props {
  filter: ConversationFilter;
  /** The key of the conversation that is open. */
  opened: string | null;
  onShowAll: () => void;
  onWrite: () => void;
}

/** The own conversations: pinned ones, those in which something waits to be sent, then by their newest message. */
export function InboxList({ filter, opened, onShowAll, onWrite }: Props) {
  const { t } = useTranslation('chat');
  const list = useInbox(filter);
  const waiting = usePendingByConversation();
  const uid = useAtom(session).user?.uid ?? 0;
  const rows = (list.data?.pages.flat() ?? []).map((row) => ({
    row,
    key: parseConversationAddress(conversationAddress(row), uid)?.key ?? '',
  }));
  const known = new Set(rows.map(({ key }) => key));
  const elsewhere = filter === 'all' ? [...waiting].filter(([key]) => !known.has(key)) : [];
  const order = (one: { row: ConversationRow; key: string }) => (one.row.pinned ? 0 : waiting.has(one.key) ? 1 : 2);
  const sorted = rows.toSorted((a, b) => order(a) - order(b));
  const isEmpty = list.data && !rows.length && !elsewhere.length;

  return (
    <ScrollRestore isReady={Boolean(list.data)}>
      {isEmpty &&
        (filter === 'all' ? (
          <EmptyState title={t('inbox.empty')} action={<Button onClick={onWrite}>{t('inbox.new')}</Button>} />
        ) : (
          <EmptyState
            title={t(filter === 'unread' ? 'inbox.nothingUnread' : 'inbox.noGroups')}
            action={<Button onClick={onShowAll}>{t('inbox.showAll')}</Button>}
          />
        ))}
      <ul aria-label={t('inbox.list')}>
        {elsewhere.map(([key, entries]) => (
          <li key={key}>
            <PendingConversationRow
              address={pendingMessageAddress(entries[0]?.input ?? {})}
              entries={entries}
              isOpen={key === opened}
            />
          </li>
        ))}
        {sorted.map(({ row, key }) => (
          <li key={key}>
            <InboxRow row={row} conversation={key} entries={waiting.get(key) ?? []} isOpen={key === opened} />
          </li>
        ))}
      </ul>
      <NotificationOffer className={styles.offer} isFit={rows.some(({ row }) => row.last?.ismine)} />
      {list.isPending && <InboxSkeleton />}
      {list.isError && !list.data && (
        <LoadFailure title={t('inbox.failed')} failure={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.hasNextPage && (
        <NextPage onNear={() => !list.isFetchingNextPage && void list.fetchNextPage()}>
          <LoadMoreButton list={list} label={t('inbox.more')} failed={t('inbox.failed')} />
        </NextPage>
      )}
    </ScrollRestore>
  );
}

/** The foot of the list: asks for more before one comes to it, and holds the button for when that did not succeed. */
function NextPage({ onNear, children }: { onNear: () => void; children: React.ReactNode }) {
  const foot = useRef<HTMLDivElement>(null);
  const ask = useRef(onNear);
  ask.current = onNear;
  useEffect(() => {
    if (!foot.current) return;
    const watching = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && ask.current(),
      { root: foot.current.parentElement, rootMargin: near },
    );
    watching.observe(foot.current);
    return () => watching.disconnect();
  }, []);
  return (
    <div ref={foot} className={styles.foot}>
      {children}
    </div>
  );
}

const bars = [1, 2, 3, 4, 5, 6, 7] as const;

function InboxSkeleton() {
  return (
    <Skeleton>
      {bars.map((line) => (
        <div key={line} className={styles.row}>
          <SkeletonBar className={styles.boneFace} />
          <span className={styles.words}>
            <SkeletonBar className={styles.boneName} />
            <SkeletonBar className={styles.boneLine} />
          </span>
        </div>
      ))}
    </Skeleton>
  );
}
