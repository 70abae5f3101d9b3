import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { conversationListQuery } from '../../conversations/conversations.data.ts';
import { quietRetryOptions } from '../../core/queryClient.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { SectionHeader } from './SectionHeader.tsx';
import styles from './StaffToday.module.css';
import { UnreadConversationCard } from './UnreadConversationCard.tsx';

/** So many of the latest are listed. */
const latest = 5;

/** What students have written to the person's office last, answered or not. */
export function OfficeQuestions() {
  const { t } = useTranslation('today');
  const list = useInfiniteQuery({ ...conversationListQuery('all'), ...quietRetryOptions });
  const rows = (list.data?.pages[0] ?? []).filter(({ idid, id_office }) => id_office !== null && idid !== id_office);
  if (!rows.length) return null;
  return (
    <section className={styles.part} aria-labelledby="questions">
      <SectionHeader id="questions" title={t('staff.questions')}>
        <Link to="/chat">{t('common:rooms.chat.name')}</Link>
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>
        {rows.slice(0, latest).map((row) => (
          <li key={row.idid}>
            <UnreadConversationCard row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
