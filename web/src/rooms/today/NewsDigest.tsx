import paperclip from 'icon:paperclip';
import { readUrlSelection } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LazyComposer } from '../../announcements/LazyComposer.tsx';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { formatClockTime, formatDateTime, formatShortDate } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './NewsDigest.module.css';
import { SectionHeader } from './SectionHeader.tsx';
import { useNewsDigest } from './today.data.ts';

type Item = NonNullable<ReturnType<typeof useNewsDigest>['data']>[number];

/** The latest announcements; on top, for who may publish, the form for one. */
export function NewsDigest() {
  const { t } = useTranslation('today');
  const { user } = useAtom(session);
  const { data, error, isPending, refetch } = useNewsDigest();
  return (
    <section className={styles.digest} aria-labelledby="digest">
      <SectionHeader id="digest" title={t('common:rooms.news.name')}>
        <Link to="/news" search={readUrlSelection}>
          {t('allNews')}
        </Link>
      </SectionHeader>
      {user?.newsPerms && (
        <div className={styles.write}>
          <LazyComposer />
        </div>
      )}
      {isPending && (
        <Skeleton>
          {[1, 2, 3].map((place) => (
            <div key={place} className={classNames(card.card, styles.post)}>
              <SkeletonBar className={styles.boneName} />
              <SkeletonBar className={styles.boneText} />
            </div>
          ))}
        </Skeleton>
      )}
      {error && !data && <LoadFailure small title={t('failedNews')} failure={error} onRetry={() => void refetch()} />}
      {data?.map((item) => (
        <Post key={item.id_eventMessage} item={item} />
      ))}
      {data?.length === 0 && <p className={styles.none}>{t('noNews')}</p>}
    </section>
  );
}

/** One announcement: the first line bold, the rest cut where it grows long. */
function Post({ item }: { item: Item }) {
  const [name = '', post = ''] = item['p23-1'].split('|');
  const [firstLine = '', ...rest] = item.message.split('\n');
  const text = rest.join('\n').trim();
  return (
    <article className={classNames(card.card, styles.post)}>
      <header className={styles.head}>
        <Avatar id={item.id_author} fullName={name} />
        <span className={styles.who} translate="no">
          <b>{name}</b>
          <small>{post}</small>
        </span>
        <time dateTime={item.created} title={`${formatShortDate(item.created)} · ${formatClockTime(item.created)}`}>
          {formatDateTime(item.created, 'item')}
        </time>
      </header>
      <Link to="/news" search={readUrlSelection} className={styles.text} translate="no">
        <b className={text ? undefined : styles.plain}>{firstLine}</b>
        {text && <span>{text}</span>}
      </Link>
      {item.files.length > 0 && (
        <p className={styles.files} translate="no">
          <Icon of={paperclip} size="xs" />
          {item.files.map((file) => file.name).join(', ')}
        </p>
      )}
    </article>
  );
}
