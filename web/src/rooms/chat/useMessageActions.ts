import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../core/failure.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import type { Conversation } from './chat.address.ts';
import type { Message } from './loaded-messages.ts';
import { usePinMessage, useSetReaction } from './marks.data.ts';
import type { MessageAction } from './message-actions.ts';
import type { ReferredMessage } from './useMessageComposer.ts';

/** A message that is about to be deleted, and the idempotency key of the request. */
export interface PendingDeletion {
  readonly message: Message;
  readonly key: string;
}

/** Puts a reaction or takes it back; the same function as long as it is the same conversation. */
export function useReactionHandler(of: Conversation): (id: number, sign: number, put: boolean) => void {
  const say = useSaying();
  const { mutate } = useSetReaction(of);
  return useCallback((id, sign, put) => mutate({ id, sign, put }, { onError: say }), [mutate, say]);
}

/** Shows why something failed; the same function for ever, because components render again when a prop changes. */
function useSaying(): (failure: Failure) => void {
  const failureText = useFailureText();
  const latest = useRef(failureText);
  latest.current = failureText;
  return useCallback((failure) => showToast(latest.current(failure)), []);
}

/** What is being done with a message: answered or edited, deleted, held on the phone, asked who has seen it, reported. */
export function useMessageActions(of: Conversation) {
  const { t } = useTranslation('chat');
  const say = useSaying();
  const { mutate: pin } = usePinMessage(of);
  const [about, setAbout] = useState<ReferredMessage | null>(null);
  const [deleting, setDeleting] = useState<PendingDeletion | null>(null);
  const [longPressed, setLongPressed] = useState<Message | null>(null);
  const [readersOf, setReadersOf] = useState<Message | null>(null);
  const [reporting, setReporting] = useState<Message | null>(null);
  const onAction = useCallback(
    (action: MessageAction, message: Message) => {
      setLongPressed(null);
      if (action === 'delete') setDeleting({ message, key: randomUuid() });
      else if (action === 'seen') setReadersOf(message);
      else if (action === 'report') setReporting(message);
      else if (action === 'copy')
        void copied(message.message).then((done) => showToast(t(done ? 'copied' : 'notCopied')));
      else if (action === 'pin' || action === 'unpin')
        pin({ id: message.id_message, pinned: action === 'pin' }, { onError: say });
      else setAbout({ action, message });
    },
    [t, say, pin],
  );
  return {
    ...{ onAction, about, setAbout, deleting, setDeleting, longPressed, setLongPressed },
    ...{ readersOf, setReadersOf, reporting, setReporting },
  };
}

/** Takes a text into the clipboard; false where the browser does not let the page. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
