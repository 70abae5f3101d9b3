import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftFromAnnouncement, openDraftInComposer } from '../../announcements/draft.ts';
import { formatDateTime } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './DeletedAnnouncements.module.css';
import { NewsAudience } from './NewsItem.tsx';
import { useDeletedNews } from './news.data.ts';

/** The author's own announcements that were taken back: each can be written again from its text and files. */
export default function DeletedAnnouncements() {
  const { t } = useTranslation('news');
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.deleted} aria-label={t('deletedOwn')}>
      <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('deletedOwn')}
      </Button>
      {open && <List onChoose={() => setOpen(false)} />}
    </section>
  );
}

function List({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('news');
  const list = useDeletedNews(true);
  if (list.isPending)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!list.data)
    return (
      list.error && <LoadFailure small title={t('failed')} failure={list.error} onRetry={() => void list.refetch()} />
    );
  if (!list.data.length) return <EmptyState title={t('noneDeleted')} />;
  return (
    <ul className={classNames(card.card, styles.list)}>
      {list.data.map((item) => {
        const earlier = draftFromAnnouncement(item);
        return (
          <li key={item.id_eventMessage}>
            <div className={styles.words}>
              <b translate="no">{item.message.split('\n')[0] || item.files.map(({ name }) => name).join(', ')}</b>
              <small>{t('deletedAt', { at: formatDateTime(item.deleted, 'exact') })}</small>
              <small>
                <NewsAudience item={item} />
              </small>
            </div>
            {earlier && (
              <Button
                look="soft"
                onClick={() => {
                  openDraftInComposer(earlier);
                  onChoose();
                }}
              >
                {t('writeAgain')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
