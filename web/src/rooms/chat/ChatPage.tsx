import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { outbox } from '../../core/offline/outbox.ts';
import { screenState, setScreen } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { PageTitle } from '../../kit/PageTitle.tsx';
import { Empty } from '../../kit/States.tsx';
import { hasNobody, useCascade } from '../../university/cascade.data.ts';
import styles from './ChatPage.module.css';
import { ContactsPage } from './ContactsPage.tsx';
import { Conversation } from './Conversation.tsx';
import { conversationWith, waitingFor } from './chat.data.ts';
import { Pending } from './Pending.tsx';

/** The chat: the conversation with the chosen contact; on the phone first the list of contacts. */
export default function ChatPage() {
  const { t } = useTranslation('chat');
  const { mobile } = useCell(screenState);
  const { user } = useCell(session);
  const cascade = useCascade(true);
  const { contact, chosen } = cascade;
  // Seen also while the lists that lead to the conversation cannot be read.
  const waiting = waitingFor(useCell(outbox).entries, chosen.c);
  const found = user && conversationWith(cascade, contact, user.uid);
  const key = found?.key;
  // The same object as long as it is the same conversation, however often the cascade is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names all of it
  const of = useMemo(() => found, [key]);
  const inConversation = mobile && chosen.c !== undefined;
  const { history } = useRouter();
  /** The list was on screen before: it stands right behind the conversation in the browser's history. */
  const listBefore = useRef(false);
  useEffect(() => {
    if (!inConversation) {
      listBefore.current = mobile;
      return;
    }
    setScreen({ inConversation: true });
    return () => {
      setScreen({ inConversation: false });
      // Whichever way one leaves it, also by the phone's own back button.
      setScreen({ backFromChat: true });
    };
  }, [inConversation, mobile]);

  const onBack = () => {
    const { c: _, ...rest } = chosen;
    if (listBefore.current) history.back();
    else cascade.go(rest);
  };
  if (of && contact) return <Conversation key={of.key} of={of} contact={contact} cascade={cascade} onBack={onBack} />;
  if (mobile && (chosen.c === undefined || hasNobody(cascade) || cascade.contacts.data))
    return <ContactsPage cascade={cascade} />;
  return (
    <div className={styles.none}>
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="hidden-text">{t('title')}</h1>
      {hasNobody(cascade) ? (
        <Empty title={t('common:panel.noContacts')} />
      ) : (
        chosen.c === undefined && <Empty title={t('chooseContact')} />
      )}
      {chosen.c !== undefined && (
        <ol>
          <Pending entries={waiting} />
        </ol>
      )}
    </div>
  );
}
