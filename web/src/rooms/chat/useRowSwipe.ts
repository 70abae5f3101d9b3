import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../conversations/conversations.data.ts';
import { useAtom } from '../../core/atom.ts';
import { toFailure } from '../../core/failure.ts';
import { screenState } from '../../core/screen.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { showToast } from '../../kit/Toast.tsx';
import { useSwipeLeft } from '../../kit/useSwipeLeft.ts';
import type { Conversation } from './chat.address.ts';
import { markConversationRead } from './chat.data.ts';
import { setConversationFlag } from './inbox.data.ts';

/** On the phone a row that is swiped to the left is read, or, when nothing is unread, muted or no more. */
export function useRowSwipe(of: Conversation | null, row: ConversationRow, unread: number) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const { mobile } = useAtom(screenState);
  const failed = (failure: unknown) => showToast(failureText(toFailure(failure)));
  const mute = (which: Conversation, muted: boolean): Promise<void> =>
    setConversationFlag(which, { muted }).then(
      () =>
        showToast(t(muted ? 'swipe.muted' : 'swipe.unmuted'), {
          name: t('swipe.undo'),
          run: () => void mute(which, !muted),
        }),
      failed,
    );
  const read = (which: Conversation) =>
    markConversationRead(which, null).then(() => showToast(t('swipe.read')), failed);
  return useSwipeLeft(mobile && of ? () => void (unread > 0 ? read(of) : mute(of, !row.muted)) : null);
}
