import { maxOrderNoteLength, maxReasonLength } from '@bilim/contract/limits.ts';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import styles from './OrderSheet.module.css';

/** An act that needs words. */
export interface PendingReply {
  readonly act: 'refuse' | 'write' | 'revoke' | 'ready';
  readonly ids: readonly number[];
  /** What is in the field at first. */
  readonly draft?: string;
  readonly after?: (() => void) | undefined;
}

interface Props {
  asked: PendingReply | null;
  onClose: () => void;
  onReply: (text: string) => void;
}

/** Where the words are typed: one line or several. */
type Field = HTMLInputElement & HTMLTextAreaElement;

/** Asks for a reason or a message, which the students will read. */
export function DeskReplyDialog({ asked, onClose, onReply }: Props) {
  const { t } = useTranslation('desk');
  const field = useRef<Field>(null);
  const title = asked && t(`ask.${asked.act}`, { count: asked.ids.length });
  return (
    <Dialog open={asked !== null} onClose={onClose} title={title} first={field}>
      {asked && <ReplyForm key={asked.act} asked={asked} field={field} onReply={onReply} />}
    </Dialog>
  );
}

/** The last reasons that were given on this page are offered again. */
const recentReasons: string[] = [];
const most = 5;

function ReplyForm({
  asked: { act, ids, draft = '' },
  field,
  onReply,
}: {
  asked: PendingReply;
  field: RefObject<Field | null>;
  onReply: (text: string) => void;
}) {
  const { t } = useTranslation('desk');
  const [text, setText] = useState(draft);
  const list = useId();
  const isReason = act === 'refuse' || act === 'revoke';
  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = text.trim();
    if (!trimmed) return;
    if (isReason && !recentReasons.includes(trimmed))
      recentReasons.splice(0, recentReasons.length, trimmed, ...recentReasons.slice(0, most - 1));
    onReply(trimmed);
  }
  return (
    <form className={styles.words} onSubmit={submit}>
      {isReason ? (
        <TextField
          ref={field}
          label={t('why')}
          list={list}
          maxLength={maxReasonLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <TextArea
          ref={field}
          label={t(act === 'ready' ? 'line' : 'message')}
          rows={4}
          maxLength={maxOrderNoteLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {isReason && (
        <datalist id={list}>
          {recentReasons.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <Button type="submit" look={isReason ? 'danger' : 'primary'} big wide disabled={!text.trim()}>
        {t(`say.${act}`, { count: ids.length })}
      </Button>
    </form>
  );
}
