import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Failed } from '../../kit/States.tsx';
import { When } from '../../kit/When.tsx';
import { type Act, actIcons } from './Bubble.tsx';
import styles from './Conversation.module.css';
import { useReaders } from './chat.data.ts';
import type { Message } from './loaded.ts';

interface SheetProps {
  message: Message | null;
  acts: readonly Act[];
  onAct: (act: Act, message: Message) => void;
  onClose: () => void;
}

/** What can be done with a message that was held on the phone. */
export function ActSheet({ message, acts, onAct, onClose }: SheetProps) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('message')}>
      <div className={styles.sheet}>
        {message &&
          acts.map((act) => (
            <Button
              key={act}
              wide
              look={act === 'delete' ? 'dangerQuiet' : 'quiet'}
              icon={actIcons[act]}
              onClick={() => onAct(act, message)}
            >
              {t(`acts.${act}`)}
            </Button>
          ))}
      </div>
    </Dialog>
  );
}

/** Who has read an own message, first readers first. */
export function Readers({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const readers = useReaders(message);
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('readers')}>
      {readers.isError && (
        <Failed small title={t('failedReaders')} failure={readers.error} onRetry={() => void readers.refetch()} />
      )}
      <ul className={styles.readers}>
        {readers.data?.map(({ idid, fio, readAt }) => (
          <li key={idid}>
            <Avatar id={idid} fullName={fio} size="xs" />
            <span translate="no">{fio}</span>
            {readAt && (
              <small>
                <When at={readAt} form="item" />
              </small>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
