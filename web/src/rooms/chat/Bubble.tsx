import answer from 'icon:arrow-bend-up-left';
import check from 'icon:check';
import checks from 'icon:checks';
import dots from 'icon:dots-three-vertical-bold';
import eye from 'icon:eye';
import pencil from 'icon:pencil-simple';
import trash from 'icon:trash';
import { limits } from '@bilim/contract/limits.ts';
import { memo, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { FileChip } from '../../kit/FileChip.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { LinkedText } from '../../kit/LinkedText.tsx';
import { When } from '../../kit/When.tsx';
import styles from './Bubble.module.css';
import { fileAddress } from './chat.data.ts';
import type { Message } from './loaded.ts';

/** What can be done with a message. */
export type Act = 'reply' | 'edit' | 'delete' | 'seen';

export const actIcons = { reply: answer, edit: pencil, delete: trash, seen: eye } as const;

/** What this person may do with a message of this conversation. */
export function actsFor(message: Message, isGroup: boolean, readOnly: boolean): Act[] {
  const young = Date.now() - Date.parse(message.created) < limits.editMinutes * 60_000;
  const acts: Act[] = [];
  if (!readOnly) acts.push('reply');
  if (message.ismine && isGroup && message.seenBy > 0) acts.push('seen');
  if (message.ismine && young && !readOnly && message.message) acts.push('edit');
  if (message.ismine) acts.push('delete');
  return acts;
}

/** Types that the browser shows and of which the server makes a small picture. */
export const picture = /^image\/(jpeg|png|webp|gif|avif)$/;
/** Holding a finger this long on a message opens its actions, in milliseconds. */
const holdFor = 450;

interface Props {
  message: Message;
  first: boolean;
  last: boolean;
  isGroup: boolean;
  readOnly: boolean;
  marked: boolean;
  onAct: (act: Act, message: Message) => void;
  onHold: (message: Message) => void;
  onQuote: (id: number) => void;
  onPicture: (id: number) => void;
}

/** One message: quotation, text, files, time; what can be done with it beside it. */
export const Bubble = memo(function Bubble({ message, first, last, isGroup, readOnly, marked, ...on }: Props) {
  const { t } = useTranslation('chat');
  const acts = actsFor(message, isGroup, readOnly);
  const hold = useHold(() => acts.length && on.onHold(message));
  const { replyTo, files, ismine } = message;
  const pictures = files.filter((file) => picture.test(file.type));
  const others = files.filter((file) => !picture.test(file.type));
  return (
    <div className={styles.msg} data-id={message.id_message} {...hold}>
      <div className={styles.acts}>
        {acts.map((act) => (
          <IconButton
            key={act}
            icon={actIcons[act]}
            size="s"
            label={t(`acts.${act}`)}
            onClick={() => on.onAct(act, message)}
          />
        ))}
      </div>
      {acts.length > 0 && (
        <IconButton
          className={styles.more}
          icon={dots}
          size="s"
          label={t('acts.all')}
          aria-haspopup="dialog"
          onClick={() => on.onHold(message)}
        />
      )}
      <div className={classes(styles.b, first && styles.a, last && styles.z, marked && styles.marked)}>
        {replyTo && (
          <button type="button" className={styles.quote} onClick={() => on.onQuote(replyTo.id_message)}>
            <b translate="no">{replyTo.fio}</b>
            <span>{replyTo.message === null ? t('deletedMessage') : replyTo.message || t('aFile')}</span>
          </button>
        )}
        {pictures.length > 0 && (
          <div className={styles.pictures}>
            {pictures.map((file) => (
              <button key={file.id} type="button" title={file.name} onClick={() => on.onPicture(file.id)}>
                <img src={fileAddress(file.id, 'small')} alt={t('picture', { name: file.name })} />
              </button>
            ))}
          </div>
        )}
        {message.message && (
          <span className={styles.text} translate="no">
            <LinkedText>{message.message}</LinkedText>
          </span>
        )}
        {others.map((file) => (
          <span key={file.id} className={styles.file}>
            <FileChip name={file.name} bytes={file.size} href={fileAddress(file.id)} />
          </span>
        ))}
        <span className={styles.foot}>
          {message.editedAt && <span>{t('edited')}</span>}
          <When at={message.created} form="clock" />
          {ismine && (
            <span className={styles.tick}>
              <Icon of={message.seenBy > 0 ? checks : check} size="xs" />
              <span className="hidden-text">{t(message.seenBy > 0 ? 'read' : 'sent')}</span>
            </span>
          )}
        </span>
      </div>
    </div>
  );
});

/** A finger that stays: for the actions of a message on the phone. */
function useHold(then: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch') timer.current = setTimeout(then, holdFor);
    },
    onPointerUp: stop,
    onPointerMove: stop,
    onPointerCancel: stop,
  };
}
