import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationOffer } from '../../account/notification-settings/Offer.tsx';
import { PasskeyOffer } from '../../account/passkeys/PasskeyOffer.tsx';
import { useAtom } from '../../core/atom.ts';
import { useKeyPress } from '../../core/keys.ts';
import { screenState } from '../../core/screen.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { NoticeRow } from '../../notices/NoticeRow.tsx';
import { markNoticesSeenUpTo, type useNotices } from '../../notices/notices.data.ts';
import { OpenRegistrationCard } from './OpenRegistrationCard.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import { UnreadConversationCard } from './UnreadConversationCard.tsx';
import styles from './WhatsNew.module.css';
import { useWhatsNew } from './whats-new.data.ts';

/** So many rows stand here; the page of notices has all of them. */
const most = { phone: 5, wide: 8 };

/**
 * What is new for the person: unseen notices and conversations with unread messages, newest first; an open
 * registration last, until everything is chosen. N goes to the first row. `quiet`: nothing is drawn while nothing is
 * new.
 */
export function WhatsNew({ quiet = false }: { quiet?: boolean }) {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const { list, notices, conversations, unfinished, aboutThem } = useWhatsNew();
  const part = useRef<HTMLDivElement>(null);
  useKeyPress('KeyN', () => part.current?.querySelector('a')?.focus());
  const lines: { key: string; at: string; row: ReactNode }[] = [
    ...notices.map((notice) => ({
      key: `notice ${notice.id}`,
      at: notice.at,
      row: <NoticeRow notice={notice} form="list" />,
    })),
    ...conversations.map((row) => ({
      key: `conversation ${row.id_last_message}`,
      at: row.last?.created ?? '',
      row: <UnreadConversationCard row={row} />,
    })),
  ];
  const shown = lines
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, (mobile ? most.phone : most.wide) - unfinished.length);
  const isEmpty = !shown.length && !unfinished.length;
  if (quiet && isEmpty && list.data) return <PasskeyOffer className={styles.offer} />;
  return (
    <section className={styles.part} aria-labelledby="new">
      <Head list={list} fresh={notices.length} />
      <div ref={part} className={classNames(card.card, styles.rows)}>
        {list.isPending && (
          <Skeleton>
            {[1, 2, 3].map((place) => (
              <SkeletonBar key={place} className={styles.skeletonBar} />
            ))}
          </Skeleton>
        )}
        {list.error && !list.data && (
          <LoadFailure small title={t('failedNew')} failure={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && isEmpty && <EmptyState title={t('allRead')}>{t('allReadMore')}</EmptyState>}
        {!isEmpty && (
          <ul>
            {shown.map(({ key, row }) => (
              <li key={key}>{row}</li>
            ))}
            {unfinished.map((one) => (
              <li key={`${one.id_a_year} ${one.id_semester}`}>
                <OpenRegistrationCard of={one} notices={aboutThem} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <PasskeyOffer className={styles.offer} />
      <NotificationOffer className={styles.offer} isFit={notices.some(({ kind }) => kind === 'mark')} />
    </section>
  );
}

function Head({ list, fresh }: { list: ReturnType<typeof useNotices>; fresh: number }) {
  const { t } = useTranslation('today');
  const { mobile } = useAtom(screenState);
  const [newest] = list.rows;
  return (
    <SectionHeader id="new" title={t(mobile ? 'newTitle' : 'newForMe')}>
      {mobile || !fresh ? (
        <Link to="/notices">{list.count > fresh ? t('allNew', { all: list.count }) : t('allNotices')}</Link>
      ) : (
        newest && (
          <button type="button" onClick={() => void markNoticesSeenUpTo(newest.id)}>
            {t('notices:readAll')}
          </button>
        )
      )}
    </SectionHeader>
  );
}
