import { conversationAddress } from '@bilim/contract/conversation-address.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ConversationAvatar } from '../../conversations/ConversationAvatar.tsx';
import { type ConversationRow, conversationTitle } from '../../conversations/conversations.data.ts';
import { CountBadge } from '../../kit/CountBadge.tsx';
import { surnameAndName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import notice from '../../notices/Notice.module.css';
import styles from './WhatsNew.module.css';

/** A conversation with unread messages: its newest one, and how many; it is read where it stands. */
export function UnreadConversationCard({ row }: { row: ConversationRow }) {
  const { t } = useTranslation('today');
  const { idid, group, last, countMessages } = row;
  const isGroup = idid < 0;
  const words =
    last && (last.message || (last.file?.type.startsWith('image/') ? t('picture') : (last.file?.name ?? '')));
  // The name of the group or stream goes to the next line as a whole.
  const ofGroup = isGroup && group?.replaceAll(' ', '\u00a0');
  const title = [conversationTitle(row), ofGroup].filter(Boolean).join(', ');
  const who = last?.ismine ? t('you') : last && isGroup ? `${surnameAndName(last.fio)}:` : '';
  return (
    <Link to="/chat" search={conversationAddress(row)} className={notice.row} data-new>
      <ConversationAvatar row={row} />
      <span className={notice.words}>
        <b translate="no" title={title}>
          {title}
        </b>
        <small translate="no">{[who, words].filter(Boolean).join(' ')}</small>
      </span>
      <span className={notice.end}>
        {last && <Time at={last.created} form="list" />}
        <CountBadge of={countMessages} className={styles.count} />
      </span>
    </Link>
  );
}
