import bell from 'icon:bell';
import mutedBell from 'icon:bell-slash';
import pin from 'icon:push-pin';
import pinned from 'icon:push-pin-fill';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../conversations/conversations.data.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { formatNameWithHint } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './ConversationPane.module.css';
import type { Conversation } from './chat.address.ts';
import { useSetConversationFlag } from './inbox.data.ts';
import { useGroupMembers } from './marks.data.ts';

interface Props {
  of: Conversation;
  row: ConversationRow;
}

/** Changes what this person keeps of the conversation; a failure is said. */
function useKeeping(of: Conversation) {
  const failureText = useFailureText();
  const keep = useSetConversationFlag(of);
  return (kept: { muted: boolean } | { pinned: boolean }) =>
    keep.mutate(kept, { onError: (failure) => showToast(failureText(failure)) });
}

/** Whether the conversation calls for attention. */
export function MuteSwitch({ of, row }: Props) {
  const { t } = useTranslation('chat');
  const keep = useKeeping(of);
  return (
    <IconButton
      icon={row.muted ? mutedBell : bell}
      label={t(row.muted ? 'inbox.unmute' : 'inbox.mute')}
      onClick={() => keep({ muted: !row.muted })}
    />
  );
}

/** About a conversation: what this person keeps of it, and who belongs to it. */
export function ConversationDetailsDialog({ of, row, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const keep = useKeeping(of);
  const people = useGroupMembers(of, open);
  return (
    <Dialog open={open} onClose={onClose} title={t('about.title')}>
      {row.last && (
        <div className={styles.keeping}>
          <Button look="quiet" wide icon={row.muted ? mutedBell : bell} onClick={() => keep({ muted: !row.muted })}>
            {t(row.muted ? 'inbox.unmute' : 'inbox.mute')}
          </Button>
          <Button look="quiet" wide icon={row.pinned ? pinned : pin} onClick={() => keep({ pinned: !row.pinned })}>
            {t(row.pinned ? 'inbox.unpin' : 'inbox.pin')}
          </Button>
        </div>
      )}
      {of.isGroup ? (
        <>
          {people.isError && (
            <LoadFailure
              small
              title={t('failedReaders')}
              failure={people.error}
              onRetry={() => void people.refetch()}
            />
          )}
          <ul className={styles.readers} aria-label={t('about.people')}>
            {people.data?.map(({ idid, fio, apart, id_type }) => (
              <li key={idid}>
                <Avatar id={idid} fullName={fio} size="xs" />
                <span translate="no">{formatNameWithHint(fio, apart)}</span>
                {id_type === 1 && <small>{t('common:role.teacher')}</small>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p translate="no">{[...new Set([row.fio, row.discipline])].join(' · ')}</p>
      )}
    </Dialog>
  );
}
