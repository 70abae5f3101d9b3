import answer from 'icon:arrow-bend-up-left';
import check from 'icon:check';
import checks from 'icon:checks';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { session } from '../../core/session.ts';
import { IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { FileChip } from '../../kit/FileChip.tsx';
import { isPicture } from '../../kit/file.ts';
import { Icon } from '../../kit/Icon.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { buildMessageFileUrl } from './chat.data.ts';
import type { Message } from './loaded-messages.ts';
import { MessageActionMenu } from './MessageActionMenu.tsx';
import styles from './MessageBubble.module.css';
import { MessageText } from './MessageText.tsx';
import type { MessageAnnotations } from './marks.data.ts';
import { listAllowedMessageActions, type MessageAction } from './message-actions.ts';
import { ReactionButton, type ReactionHandler, Reactions } from './Reactions.tsx';
import { useMessageTouch } from './useMessageTouch.ts';

interface Props {
  message: Message;
  mark: MessageAnnotations | undefined;
  first: boolean;
  last: boolean;
  isGroup: boolean;
  isPinned: boolean;
  readOnly: boolean;
  marked: boolean;
  /** What it was found by. */
  words: string;
  onAction: (action: MessageAction, message: Message) => void;
  onHold: (message: Message) => void;
  onQuote: (id: number) => void;
  onPicture: (id: number) => void;
  onReact: (id: number, sign: number, put: boolean) => void;
}

/** One message: quotation, text, pictures, files, time, reactions; what can be done with it beside it. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, mark, first, last, isGroup, isPinned, readOnly, marked, words, ...on } = props;
  const { t } = useTranslation('chat');
  const uid = useAtom(session).user?.uid;
  const { replyTo, files, id_message: id } = message;
  const actions = listAllowedMessageActions(message, { isGroup, readOnly, isPinned });
  const onReact: ReactionHandler = (sign, put) => on.onReact(id, sign, put);
  const { style, ...touch } = useMessageTouch({
    onHold: () => on.onHold(message),
    onAnswer: readOnly ? null : () => on.onAction('reply', message),
  });
  const others = files.filter((file) => !isPicture(file));
  return (
    <div className={styles.msg} data-id={id} {...touch}>
      <div className={styles.actions}>
        {!readOnly && <ReactionButton mark={mark} onReact={onReact} />}
        {!readOnly && (
          <IconButton icon={answer} size="s" label={t('acts.reply')} onClick={() => on.onAction('reply', message)} />
        )}
        <MessageActionMenu
          actions={actions.filter((action) => action !== 'reply')}
          onAction={(action) => on.onAction(action, message)}
          onSheet={() => on.onHold(message)}
        />
      </div>
      <div className={classNames(styles.b, first && styles.a, last && styles.z, marked && styles.marked)} style={style}>
        {replyTo && (
          <button type="button" className={styles.quote} onClick={() => on.onQuote(replyTo.id_message)}>
            <b translate="no">{replyTo.id_author === uid ? t('me') : formatNameWithHint(replyTo.fio, replyTo.apart)}</b>
            <span>{replyTo.message === null ? t('deletedMessage') : replyTo.message || t('aFile')}</span>
          </button>
        )}
        <Album files={files} onPicture={on.onPicture} />
        {message.message && (
          <span className={styles.text} translate="no">
            <MessageText text={message.message} mentions={mark?.mentions} found={words} />
          </span>
        )}
        {others.map((file) => (
          <span key={file.id} className={styles.file}>
            <FileChip name={file.name} bytes={file.size} href={buildMessageFileUrl(file.id)} />
          </span>
        ))}
        <Foot message={message} />
        {mark && <Reactions mark={mark} readOnly={readOnly} onReact={onReact} />}
      </div>
    </div>
  );
});

/** Pictures in their place: one uncropped, several in a grid; a press opens the viewer. */
function Album({ files, onPicture }: { files: Message['files']; onPicture: (id: number) => void }) {
  const { t } = useTranslation('chat');
  const pictures = files.filter(isPicture);
  if (!pictures.length) return null;
  return (
    <div className={classNames(styles.pictures, pictures.length > 1 && styles.album)}>
      {pictures.map((file) => (
        <button key={file.id} type="button" title={file.name} onClick={() => onPicture(file.id)}>
          <img src={buildMessageFileUrl(file.id, 'small')} alt={t('picture', { name: file.name })} draggable={false} />
        </button>
      ))}
    </div>
  );
}

function Foot({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles.foot}>
      {message.editedAt && <span>{t('edited')}</span>}
      <Time at={message.created} form="clock" />
      {message.ismine && (
        <span className={styles.tick}>
          <Icon of={message.seenBy > 0 ? checks : check} size="xs" />
          <span className="hidden-text">{t(message.seenBy > 0 ? 'read' : 'sent')}</span>
        </span>
      )}
    </span>
  );
}
