import pin from 'icon:push-pin-fill';
import close from 'icon:x';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { showToast } from '../../kit/Toast.tsx';
import type { Conversation } from './chat.address.ts';
import { type PinnedMessage, usePinMessage } from './marks.data.ts';
import styles from './PinnedMessageBar.module.css';

interface Props {
  of: Conversation;
  pinned: NonNullable<PinnedMessage>;
  readOnly: boolean;
  onShow: (id: number) => void;
}

/** The pinned message, above the conversation; a press shows it in its place. */
export function PinnedMessageBar({ of, pinned, readOnly, onShow }: Props) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const { mutate } = usePinMessage(of);
  const { id_message: id, fio, apart, message } = pinned;
  return (
    <div className={styles.bar}>
      <button type="button" onClick={() => onShow(id)}>
        <Icon of={pin} size="s" />
        <span>
          <small>
            {t('pinned')} · <span translate="no">{formatNameWithHint(fio, apart)}</span>
          </small>
          <span translate="no">{message || t('aFile')}</span>
        </span>
      </button>
      {!readOnly && (
        <IconButton
          icon={close}
          size="s"
          label={t('acts.unpin')}
          onClick={() => mutate({ id, pinned: false }, { onError: (failure) => showToast(failureText(failure)) })}
        />
      )}
    </div>
  );
}
