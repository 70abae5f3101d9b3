import back from 'icon:arrow-left';
import checks from 'icon:checks';
import info from 'icon:info';
import find from 'icon:magnifying-glass';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationAvatar } from '../../conversations/ConversationAvatar.tsx';
import type { ConversationRow } from '../../conversations/conversations.data.ts';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { DisciplineLink } from '../../disciplines/DisciplineLink.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { ConversationDetailsDialog, MuteSwitch } from './ConversationDetailsDialog.tsx';
import styles from './ConversationPane.module.css';
import type { Conversation } from './chat.address.ts';
import { markConversationRead, useMemberCount } from './chat.data.ts';
import { useConversationSubtitle } from './InboxRow.tsx';

interface Props {
  of: Conversation;
  /** As the inbox lists it; undefined until that is known. */
  row: ConversationRow | undefined;
  /** How the other person or the group is called here. */
  name: string;
  hasUnread: boolean;
  searching: boolean;
  /** There is something to search in. */
  searchable: boolean;
  onSearch: () => void;
  onBack: () => void;
}

/**
 * The head of a conversation: with whom or which group, in which discipline, and what can be done with it. On a phone its
 * picture leads to what is known of it, so that the name has room.
 */
export function ConversationHeader(props: Props) {
  const { of, row, name, hasUnread, searching, searchable, onSearch, onBack } = props;
  const { t } = useTranslation('chat');
  const { mobile } = useAtom(screenState);
  const [isAboutOpen, setAboutOpen] = useState(false);
  const aboutProps = {
    'aria-haspopup': 'dialog',
    onClick: () => setAboutOpen(true),
  } as const;
  return (
    <header className={styles.head}>
      {mobile && <IconButton icon={back} label={t('common:back')} onClick={onBack} className={styles.back} />}
      {row &&
        (mobile ? (
          <button type="button" className={styles.aboutButton} {...aboutProps}>
            <ConversationAvatar row={row} className={styles.face} />
            <span className="hidden-text">{t('about.title')}</span>
          </button>
        ) : (
          <ConversationAvatar row={row} className={styles.face} />
        ))}
      <div className={styles.who}>
        <h1 translate="no" title={row?.fio}>
          {row && of.isGroup ? <ToDiscipline row={row}>{name}</ToDiscipline> : name || <UnknownName />}
        </h1>
        {row && <Tag of={of} row={row} />}
      </div>
      {hasUnread &&
        (mobile ? (
          <IconButton
            icon={checks}
            label={t('markRead')}
            onClick={() => void markConversationRead(of, null).catch(() => {})}
          />
        ) : (
          <Button look="quiet" icon={checks} onClick={() => void markConversationRead(of, null).catch(() => {})}>
            {t('markRead')}
          </Button>
        ))}
      <IconButton icon={find} label={t('search')} aria-expanded={searching} disabled={!searchable} onClick={onSearch} />
      {row?.last && !mobile && <MuteSwitch of={of} row={row} />}
      {row && !mobile && <IconButton icon={info} label={t('about.title')} {...aboutProps} />}
      {row && <ConversationDetailsDialog of={of} row={row} open={isAboutOpen} onClose={() => setAboutOpen(false)} />}
    </header>
  );
}

/** Until the row has come: a heading without words would be read as nothing. */
function UnknownName() {
  const { t } = useTranslation('chat');
  return (
    <span className="hidden-text" translate="yes">
      {t('title')}
    </span>
  );
}

/** To the page of the conversation's discipline, in the term of the conversation. */
function ToDiscipline({ row, children }: { row: ConversationRow; children: string }) {
  const { id_discipline: id, isSelect, kredit, year, ws } = row;
  return (
    <DisciplineLink of={{ id, isSelect, kredit }} term={{ year, ws }}>
      {children}
    </DisciplineLink>
  );
}

/** Discipline or group, and of a group how many belong to it. */
function Tag({ of, row }: { of: Conversation; row: ConversationRow }) {
  const { t } = useTranslation('chat');
  const tag = useConversationSubtitle(row);
  const count = useMemberCount(of).data?.[0]?.countMembers;
  return (
    <p>
      <span translate="no">
        {of.isGroup || !row.id_discipline ? tag : <ToDiscipline row={row}>{tag}</ToDiscipline>}
      </span>
      {count !== undefined && ` · ${t('members', { count })}`}
    </p>
  );
}
