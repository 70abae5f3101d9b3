import caretDown from 'icon:caret-down-bold';
import checks from 'icon:checks';
import pencil from 'icon:note-pencil';
import close from 'icon:x';
import type { ConversationFilter } from '@bilim/contract/conversation-filters.ts';
import { hasConversation } from '@bilim/contract/url-selection.ts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../../conversations/unread.data.ts';
import { useUrlSelection } from '../../core/searchParams.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './ChatInbox.module.css';
import { ContactList } from './ContactList.tsx';
import { DisciplinePickerDialog } from './DisciplinePickerDialog.tsx';
import { InboxList } from './InboxList.tsx';
import { InboxSearchResults } from './InboxSearchResults.tsx';
import { useMarkAllRead } from './inbox.data.ts';
import { minSearchLength } from './inbox-search.data.ts';
import { NewConversationDialog } from './NewConversationDialog.tsx';
import { useInboxKeys } from './useInboxKeys.ts';

/** With more unread conversations than these it asks before all are marked as read. */
const manyUnread = 20;

/**
 * All own conversations, or the contacts of one discipline, when the address names one and no conversation; a
 * conversation that is opened leaves the list as it is.
 */
export function ChatInbox({ opened }: { opened: string | null }) {
  const { t } = useTranslation('chat');
  const chosen = useUrlSelection();
  const [filter, setFilter] = useState<ConversationFilter>('all');
  const [choosing, setChoosing] = useState(false);
  const navigate = useNavigate();
  const [isOfDiscipline, setOfDiscipline] = useState(false);
  const isNamed = hasConversation(chosen);
  if (!isNamed && isOfDiscipline !== (chosen.d !== undefined)) setOfDiscipline(chosen.d !== undefined);
  const [writing, setWriting] = useState(false);
  const [text, setText] = useState('');
  const box = useRef<HTMLElement>(null);
  const onKeyDown = useInboxKeys(box, () => setWriting(true));

  const show = (next: ConversationFilter) => {
    setFilter(next);
    setOfDiscipline(false);
    if (isOfDiscipline && !isNamed) void navigate({ to: '.', search: {} });
  };
  const chips = (discipline: string | null) => (
    <Chips label={t('inbox.show')} className={styles.chips ?? ''}>
      {(['all', 'unread', 'groups'] as const).map((one) => (
        <FilterChip key={one} filter={one} pressed={!isOfDiscipline && filter === one} onChoose={show} />
      ))}
      <Chip pressed={isOfDiscipline} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {discipline === null ? (
          t('discipline')
        ) : (
          <>
            <span className="hidden-text">{t('discipline')}: </span>
            <span className={styles.cut} translate="no">
              {discipline}
            </span>
          </>
        )}
        <Icon of={caretDown} size="xs" />
      </Chip>
      {isOfDiscipline && (
        <IconButton icon={close} size="s" label={t('inbox.everyDiscipline')} onClick={() => show('all')} />
      )}
    </Chips>
  );
  return (
    <section ref={box} className={styles.inbox} aria-label={t('inbox.label')} data-slash onKeyDown={onKeyDown}>
      <Head isOpened={opened !== null} onWrite={() => setWriting(true)} />
      <div className={styles.find}>
        <SearchField small label={t('find.label')} value={text} onSearch={setText} onEscape={() => setText('')} />
      </div>
      {text.trim().length >= minSearchLength ? (
        <InboxSearchResults text={text.trim()} />
      ) : isOfDiscipline ? (
        <ContactList chips={chips} />
      ) : (
        <>
          {chips(null)}
          <InboxList
            filter={filter}
            opened={opened}
            onShowAll={() => setFilter('all')}
            onWrite={() => setWriting(true)}
          />
        </>
      )}
      <DisciplinePickerDialog open={choosing} onClose={() => setChoosing(false)} />
      <NewConversationDialog open={writing} onClose={() => setWriting(false)} />
    </section>
  );
}

function FilterChip(props: {
  filter: ConversationFilter;
  pressed: boolean;
  onChoose: (filter: ConversationFilter) => void;
}) {
  const { filter, pressed, onChoose } = props;
  const { t } = useTranslation('chat');
  const { conversations } = useUnreadCounts();
  return (
    <Chip pressed={pressed} onClick={() => onChoose(filter)}>
      {t(`inbox.filter.${filter}`)}
      {filter === 'unread' && conversations > 0 && <span className={styles.many}>{conversations}</span>}
    </Chip>
  );
}

/** The room's name, and what concerns all conversations. */
function Head({ isOpened, onWrite }: { isOpened: boolean; onWrite: () => void }) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const { own } = useUnreadCounts();
  const [isConfirming, setConfirming] = useState(false);
  const reading = useMarkAllRead();
  const read = () =>
    reading.mutate(undefined, {
      onError: (failure) => showToast(failureText(failure)),
      onSettled: () => setConfirming(false),
    });
  // Beside an open conversation, whose name is the page's.
  const Title = isOpened ? 'h2' : 'h1';
  return (
    <header className={styles.head}>
      <Title>{t('title')}</Title>
      {own > 0 && (
        <IconButton
          icon={checks}
          label={t('inbox.readAll')}
          onClick={() => (own > manyUnread ? setConfirming(true) : read())}
        />
      )}
      <IconButton
        icon={pencil}
        className={styles.write}
        label={t('inbox.new')}
        aria-haspopup="dialog"
        onClick={onWrite}
      />
      <ConfirmationDialog
        open={isConfirming}
        title={t('inbox.readAllQuestion', { count: own })}
        yes={t('inbox.readAllYes')}
        busy={reading.isPending}
        onYes={read}
        onNo={() => setConfirming(false)}
      />
    </header>
  );
}
