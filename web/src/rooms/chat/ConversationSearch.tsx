import close from 'icon:x';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { HighlightedMatch } from '../../kit/HighlightedMatch.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { LoadFailure } from '../../kit/States.tsx';
import { Time } from '../../kit/Time.tsx';
import styles from './ConversationPane.module.css';
import type { Conversation } from './chat.address.ts';
import { useMessageSearch } from './chat.data.ts';

interface Props {
  of: Conversation;
  /** What distinguishes authors who are called the same. */
  hints: ReadonlyMap<number, string>;
  onClose: () => void;
  onShow: (id: number, words: string) => void;
}

/** Search inside a conversation: any case, ё like е; a found message is shown in its place. */
export function ConversationSearch({ of, hints, onClose, onShow }: Props) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState('');
  const wanted = text.trim();
  const found = useMessageSearch(of, wanted);
  return (
    <div className={styles.search}>
      <div className={styles.searchLine}>
        <SearchField
          small
          focused
          label={t('search')}
          value={text}
          maxLength={200}
          onSearch={setText}
          onEscape={onClose}
        />
        <IconButton icon={close} label={t('common:close')} onClick={onClose} />
      </div>
      {found.isError && (
        <LoadFailure small title={t('failedSearch')} failure={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('notFound')}
        </p>
      )}
      {found.data && found.data.length > 0 && (
        <ul className={styles.found} aria-label={t('found')}>
          {found.data.map((message) => (
            <li key={message.id_message}>
              <button type="button" onClick={() => onShow(message.id_message, wanted)}>
                <small>
                  <b translate="no">
                    {message.ismine ? t('me') : [message.fio, hints.get(message.id_author)].filter(Boolean).join(', ')}
                  </b>
                  <Time at={message.created} form="list" />
                </small>
                <span translate="no">
                  <HighlightedMatch text={message.message} mark={wanted} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
