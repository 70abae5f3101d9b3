import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/Avatar.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './ConversationPane.module.css';
import { useMessageReaders } from './chat.data.ts';
import type { Message } from './loaded-messages.ts';
import { MessageActionList } from './MessageActionMenu.tsx';
import type { MessageAnnotations } from './marks.data.ts';
import type { MessageAction } from './message-actions.ts';
import { ReactionChoice } from './Reactions.tsx';

interface SheetProps {
  message: Message | null;
  mark: MessageAnnotations | undefined;
  actions: readonly MessageAction[];
  readOnly: boolean;
  onAction: (action: MessageAction, message: Message) => void;
  onReact: (id: number, sign: number, put: boolean) => void;
  onClose: () => void;
}

/** What can be done with a message that was held on the phone: the reactions on top. */
export function MessageActionSheet({ message, mark, actions, readOnly, onAction, onReact, onClose }: SheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('message')}>
      {message && (
        <>
          {!readOnly && (
            <ReactionChoice
              words
              mark={mark}
              onReact={(sign, put) => {
                onReact(message.id_message, sign, put);
                onClose();
              }}
            />
          )}
          <MessageActionList actions={actions} onAction={(action) => onAction(action, message)} />
        </>
      )}
    </Dialog>
  );
}

/** Who has read an own message, first readers first. */
export function ReadersDialog({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const readers = useMessageReaders(message);
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('readers')}>
      {readers.isError && (
        <LoadFailure small title={t('failedReaders')} failure={readers.error} onRetry={() => void readers.refetch()} />
      )}
      <ul className={styles.readers}>
        {readers.data?.map(({ idid, fio, apart, readAt }) => (
          <li key={idid}>
            <Avatar id={idid} fullName={fio} size="xs" />
            <span translate="no">{formatNameWithHint(fio, apart)}</span>
            {readAt && (
              <small>
                <Time at={readAt} form="item" />
              </small>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
