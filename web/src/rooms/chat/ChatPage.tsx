import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { hasConversation } from '@bilim/contract/url-selection.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState, updateScreenState } from '../../core/screen.ts';
import { useSearchParams, useUrlSelection } from '../../core/searchParams.ts';
import { session } from '../../core/session.ts';
import { useCascadingSelection } from '../../disciplines/cascade.data.ts';
import { BrowserTabTitle } from '../../kit/BrowserTabTitle.tsx';
import { EmptyState } from '../../kit/States.tsx';
import { ChatInbox } from './ChatInbox.tsx';
import styles from './ChatPage.module.css';
import { ConversationPane } from './ConversationPane.tsx';
import type { MessageHit } from './chat.address.ts';
import { parseConversationAddress } from './chat.address.ts';

/** The chat: the inbox, and beside it, or on the phone in its place, the conversation that the address names. */
export default function ChatPage() {
  const { t } = useTranslation('chat');
  const { mobile } = useAtom(screenState);
  const { user } = useAtom(session);
  const chosen = useUrlSelection();
  const found = user && parseConversationAddress(chosen, user.uid);
  const key = found?.key;
  // The same object as long as it is the same conversation, however often the address is read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names all of it
  const of = useMemo(() => found, [key]);
  const hit = useHit();
  const isNamed = hasConversation(chosen);
  const onBack = useLeaving(mobile && isNamed);

  const conversation = of ? (
    <ConversationPane key={of.key} of={of} found={hit} onBack={onBack} />
  ) : isNamed ? (
    <WholeAddress />
  ) : (
    <div className={styles.none}>
      <EmptyState title={t('choose')} />
    </div>
  );
  if (mobile && isNamed) return conversation;
  return (
    <div className={styles.page}>
      <BrowserTabTitle>{t('title')}</BrowserTabTitle>
      <ChatInbox opened={of?.key ?? null} />
      {!mobile && conversation}
    </div>
  );
}

/** The hit in the address; the same object as long as it is the same hit. */
function useHit(): MessageHit | null {
  const { m: id, q: words = '' } = useSearchParams('/chat');
  return useMemo(() => (id === undefined ? null : { id, words }), [id, words]);
}

/** On the phone a conversation takes the tabs' place; gives the way back to the list. */
function useLeaving(isInConversation: boolean): () => void {
  const { mobile } = useAtom(screenState);
  const { history } = useRouter();
  const navigate = useNavigate();
  /** The list was on screen before: it stands right behind the conversation in the browser's history. */
  const listBefore = useRef(false);
  useEffect(() => {
    if (!isInConversation) {
      listBefore.current = mobile;
      return;
    }
    updateScreenState({ inConversation: true });
    return () => {
      // Whichever way one leaves it, also by the phone's own back button.
      updateScreenState({ inConversation: false, backFromChat: true });
    };
  }, [isInConversation, mobile]);
  return () => {
    if (listBefore.current) history.back();
    else void navigate({ to: '.', search: {} });
  };
}

/** Completes an address that names a contact without saying of which discipline or group. */
function WholeAddress() {
  const { t } = useTranslation('chat');
  const { mobile } = useAtom(screenState);
  const { chosen, year, ws, discipline, group } = useCascadingSelection(true);
  const navigate = useNavigate();
  const isKnown = year !== null && ws !== null && discipline !== null && group !== null;
  const complete = useEffectEvent(() => {
    if (!isKnown) return;
    const whole = { ...chosen, year, ws, d: disciplineKey(discipline), g: group.id_group };
    void navigate({ to: '.', search: whole, replace: true });
  });
  useEffect(() => {
    if (isKnown) complete();
  }, [isKnown]);
  // Beside the list of conversations there is a title already.
  return mobile ? <h1 className="hidden-text">{t('title')}</h1> : null;
}
