import sendIcon from 'icon:paper-plane-right-fill';
import paperclip from 'icon:paperclip';
import close from 'icon:x';
import { limits } from '@bilim/contract/limits.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { formatNameWithHint } from '../../kit/person.ts';
import { ChosenFileList } from '../../kit/upload/ChosenFileList.tsx';
import { FileInput } from '../../kit/upload/FileInput.tsx';
import styles from './MessageComposer.module.css';
import { MessageField } from './MessageField.tsx';
import { type MessageComposerContext, type ReferredMessage, useMessageComposer } from './useMessageComposer.ts';

/** The line in which a message is written; grows to six lines, keeps its draft. */
export function MessageComposer(writing: MessageComposerContext) {
  const { of, about, onAboutEnd } = writing;
  const { t } = useTranslation('chat');
  const composer = useMessageComposer(writing);
  const { area, text, setText, onMention, files, rule, add, remove, edit, editing, ready, submit, onKey } = composer;
  const hint = useId();

  return (
    <form className={styles.write} onSubmit={(event) => void submit(event)} aria-label={t('write')}>
      <div className={styles.box}>
        {about && <AboutWhat about={about} onEnd={onAboutEnd} />}
        {!editing && <ChosenFileList chosen={files} rule={rule} onRemove={remove} />}
        <div className={styles.line}>
          <Attach disabled={editing} onChoose={add} />
          <MessageField
            {...{ of, area, text, setText, onMention }}
            rows={1}
            aria-label={t('message')}
            aria-describedby={hint}
            placeholder={t(of.isGroup ? 'placeholderGroup' : 'placeholder')}
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
      <Hint id={hint} composer={composer} />
    </form>
  );
}

/** The message that is answered or edited, above the input. */
function AboutWhat({ about, onEnd }: { about: ReferredMessage; onEnd: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.about}>
      <span>
        <b translate="no">
          {about.action === 'edit' ? t('editing') : formatNameWithHint(about.message.fio, about.message.apart)}
        </b>
        <small translate="no">{about.message.message || about.message.files[0]?.name}</small>
      </span>
      <IconButton icon={close} size="s" label={t('common:cancel')} onClick={onEnd} />
    </div>
  );
}

/** The button that chooses files. */
function Attach({ disabled, onChoose }: { disabled: boolean; onChoose: (files: Iterable<File>) => void }) {
  const { t } = useTranslation('chat');
  return (
    <FileInput label={t('common:files.choose')} multiple onChoose={onChoose}>
      {(open) => <IconButton icon={paperclip} label={t('attach')} disabled={disabled} onClick={open} />}
    </FileInput>
  );
}

/** Below the line: the keys, or why the message cannot go as it is. */
function Hint({ id, composer }: { id: string; composer: ReturnType<typeof useMessageComposer> }) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const { tooLong, length, edit } = composer;
  if (!tooLong && !edit.isError)
    return (
      <p className={classNames(styles.hint, styles.keys)} id={id}>
        {t('keys')}
      </p>
    );
  return (
    <p className={classNames(styles.hint, styles.bad)} id={id} role="alert">
      {tooLong ? t('refusals.tooLong') : edit.error && failureText(edit.error)}
      {tooLong && ` ${length} / ${limits.messageLength}`}
    </p>
  );
}
