import sendIcon from 'icon:paper-plane-right-fill';
import paperclip from 'icon:paperclip';
import close from 'icon:x';
import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { newKey } from '../../core/newKey.ts';
import { screenState } from '../../core/screen.ts';
import { session } from '../../core/session.ts';
import { IconButton } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { type Chosen, FileTray, fits } from '../../kit/FileTray.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import styles from './Composer.module.css';
import { type Conversation, send, useEdit } from './chat.data.ts';
import { keepDraft, readDraft } from './drafts.ts';
import type { Message } from './window.ts';

interface Props {
  of: Conversation;
  /** The message that is answered or edited. */
  about: { act: 'reply' | 'edit'; message: Message } | null;
  /** Files that were dropped onto the conversation, each time another list. */
  dropped: readonly File[];
  onAboutEnd: () => void;
  /** Edits the last own message, if that may still be done. */
  onEditLast: () => void;
}

/** Length as the server counts it: Unicode code points, composed. */
const lengthOf = (text: string) => [...text.normalize('NFC')].length;

/** The line in which a message is written; grows to six lines, keeps its draft. */
export function Composer({ of, about, dropped, onAboutEnd, onEditLast }: Props) {
  const { t } = useTranslation('chat');
  const { mobile } = useCell(screenState);
  const { config } = useCell(session);
  const words = useFailureText();
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: config?.fileCount ?? limits.fileCount };
  const [draft, setDraft] = useState(() => readDraft(of.key));
  const [edited, setEdited] = useState<{ of: Props['about']; text: string } | null>(null);
  const [files, setFiles] = useState<Chosen[]>([]);
  const [sending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const editKey = useRef(newKey());
  const hint = useId();
  const edit = useEdit(of);
  const editing = about?.act === 'edit';
  // While a message is edited, the draft of the next one waits behind it.
  const text = !editing ? draft : edited?.of === about ? edited.text : about.message.message;
  const setText = (now: string) => (editing ? setEdited({ of: about, text: now }) : setDraft(now));

  useEffect(() => keepDraft(of.key, draft), [of.key, draft]);
  useEffect(() => {
    if (!about) return;
    editKey.current = newKey();
    area.current?.focus();
  }, [about]);
  useEffect(() => {
    if (!mobile) area.current?.focus({ preventScroll: true });
  }, [mobile]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useEffect(() => {
    if (!area.current) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [text]);

  const length = lengthOf(text);
  const tooLong = length > limits.messageLength;
  const filesFit = files.length <= rule.most && files.every(({ file }) => fits(file, rule));
  const ready = (!isBlank(text) || (!editing && files.length > 0)) && !tooLong && filesFit && !sending;

  const add = (chosen: Iterable<File>) => {
    // Now, not later: the field's own list is emptied for the next choice.
    const added = [...chosen].map((file) => ({ id: newKey(), file }));
    setFiles((now) => [...now, ...added]);
  };

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!ready) return;
    if (about?.act === 'edit') {
      edit.mutate({ id: about.message.id_message, message: text, key: editKey.current }, { onSuccess: onAboutEnd });
      return;
    }
    setSending(true);
    try {
      await send(of, { message: text, files: files.map(({ file }) => file), replyTo: about?.message ?? null });
      // What was typed or chosen meanwhile belongs to the next message.
      setDraft((now) => (now === text ? '' : now));
      setFiles((now) => now.filter((one) => !files.includes(one)));
      onAboutEnd();
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && about) onAboutEnd();
    if (event.key === 'ArrowUp' && !about && text === '') {
      // The key itself would move the caret up in the text that comes.
      event.preventDefault();
      onEditLast();
    }
    if (event.key !== 'Enter' || event.shiftKey || mobile || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was dropped is added
  useEffect(() => add(dropped), [dropped]);

  return (
    <form className={styles.write} onSubmit={(event) => void submit(event)} aria-label={t('write')}>
      <div className={styles.box}>
        {about && (
          <div className={styles.about}>
            <span>
              <b translate="no">{editing ? t('editing') : about.message.fio}</b>
              <small translate="no">{about.message.message || about.message.files[0]?.name}</small>
            </span>
            <IconButton icon={close} size="s" label={t('common:cancel')} onClick={onAboutEnd} />
          </div>
        )}
        {!editing && (
          <FileTray
            chosen={files}
            rule={rule}
            onRemove={(id) => setFiles((now) => now.filter((one) => one.id !== id))}
          />
        )}
        <div className={styles.line}>
          <input
            ref={input}
            className="hidden-text"
            type="file"
            multiple
            tabIndex={-1}
            aria-label={t('common:files.choose')}
            onChange={(event) => {
              add(event.target.files ?? []);
              event.target.value = '';
            }}
          />
          <IconButton icon={paperclip} label={t('attach')} disabled={editing} onClick={() => input.current?.click()} />
          <textarea
            ref={area}
            rows={1}
            aria-label={t('message')}
            aria-describedby={hint}
            placeholder={t(of.isGroup ? 'placeholderGroup' : 'placeholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKey}
            onPaste={(event) => {
              if (!event.clipboardData.files.length) return;
              event.preventDefault();
              add(event.clipboardData.files);
            }}
          />
          <IconButton
            type="submit"
            className={styles.send}
            icon={sendIcon}
            label={t(editing ? 'save' : 'send')}
            aria-disabled={!ready || edit.isPending}
          />
        </div>
      </div>
      {tooLong || edit.isError ? (
        <p className={classes(styles.hint, styles.bad)} id={hint} role="alert">
          {tooLong ? t('refusals.tooLong') : edit.error && words(edit.error)}
          {tooLong && ` ${length} / ${limits.messageLength}`}
        </p>
      ) : (
        <p className={classes(styles.hint, styles.keys)} id={hint}>
          {t('keys')}
        </p>
      )}
    </form>
  );
}
