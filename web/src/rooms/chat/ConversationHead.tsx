import back from 'icon:arrow-left';
import checks from 'icon:checks';
import find from 'icon:magnifying-glass';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { screenState } from '../../core/screen.ts';
import { Avatar, GroupAvatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import type { Cascade, Contact } from '../../university/cascade.data.ts';
import { usePhoto } from '../../university/photo.data.ts';
import styles from './Conversation.module.css';
import { type Conversation, markRead, useMembers } from './chat.data.ts';

interface Props {
  of: Conversation;
  contact: Contact;
  cascade: Cascade;
  /** How the other person or the group is called here. */
  name: string;
  hasUnread: boolean;
  searching: boolean;
  /** There is something to search in. */
  searchable: boolean;
  onSearch: () => void;
  onBack: () => void;
}

/** The head of a conversation: with whom or which group, in which discipline, and what can be done with it. */
export function ConversationHead(props: Props) {
  const { of, contact, cascade, name, hasUnread, searching, searchable, onSearch, onBack } = props;
  const { t } = useTranslation('chat');
  const { mobile } = useCell(screenState);
  const count = useMembers(of).data?.[0]?.countMembers;
  const members = count && t('members', { count });
  const { discipline, group } = cascade;
  return (
    <header className={styles.head}>
      {mobile && <IconButton icon={back} label={t('common:back')} onClick={onBack} className={styles.back} />}
      <Face contact={contact} isGroup={of.isGroup} />
      <div className={styles.who}>
        <h1 translate="no" title={contact.fio}>
          {name}
        </h1>
        <p>
          <span translate="no">
            {[
              !(mobile && of.isGroup) && discipline?.discipline,
              of.isGroup ? group?.p20 : (contact.doljnost ?? contact.group),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {members && ` · ${members}`}
        </p>
      </div>
      <IconButton icon={find} label={t('search')} aria-expanded={searching} disabled={!searchable} onClick={onSearch} />
      {hasUnread &&
        (mobile ? (
          <IconButton icon={checks} label={t('markRead')} onClick={() => void markRead(of, null).catch(() => {})} />
        ) : (
          <Button look="quiet" icon={checks} onClick={() => void markRead(of, null).catch(() => {})}>
            {t('markRead')}
          </Button>
        ))}
    </header>
  );
}

function Face({ contact, isGroup }: { contact: Contact; isGroup: boolean }) {
  const photo = usePhoto(isGroup ? null : contact.idid, isGroup ? null : contact.id_type);
  return isGroup ? <GroupAvatar /> : <Avatar id={contact.idid} fullName={contact.fio} photo={photo} />;
}
