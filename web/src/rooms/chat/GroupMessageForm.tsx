import { limits } from '@bilim/contract/limits.ts';
import { isBlank } from '@bilim/contract/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { session } from '../../core/session.ts';
import type { CascadingSelection } from '../../disciplines/cascade.data.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { TextArea } from '../../kit/TextArea.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { type ChosenFile, ChosenFileList, FileButton, isFileAllowed } from '../../kit/upload/ChosenFileList.tsx';
import { useWriteToGroups } from './chat.data.ts';
import styles from './GroupMessageForm.module.css';

/** A teacher's one message to several own groups of the chosen discipline. */
export function GroupMessageForm({ cascade, onSent }: { cascade: CascadingSelection; onSent: () => void }) {
  const { t } = useTranslation('chat');
  const failureText = useFailureText();
  const { config } = useAtom(session);
  const rule = { limitMb: config?.fileLimitMb ?? 50, most: config?.fileCount ?? limits.fileCount };
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [message, setMessage] = useState('');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  // Sent again after a failure it is the same message.
  const [key, setKey] = useState(randomUuid);
  const write = useWriteToGroups();
  const { year, ws, discipline, groups } = cascade;
  const all = groups.data ?? [];
  // Groups of another discipline are not chosen any more.
  const wanted = chosen.filter((id) => all.some(({ id_group }) => id_group === id));
  const filesFit = files.length <= rule.most && files.every(({ file }) => isFileAllowed(file, rule));
  const ready = wanted.length > 0 && (!isBlank(message) || files.length > 0) && filesFit;
  const changed = (change: () => void) => {
    setKey(randomUuid());
    change();
  };
  const send = () => {
    if (!ready || year === null || ws === null || !discipline) return;
    const { id: id_discipline, kredit, isSelect: IsSelect } = discipline;
    write.mutate(
      {
        input: { year, ws, id_discipline, kredit, IsSelect, groups: wanted, message },
        files: files.map(({ file }) => file),
        key,
      },
      {
        onSuccess: () => {
          showToast(t('groups.sent', { count: wanted.length }));
          onSent();
        },
      },
    );
  };
  return (
    <div className={styles.form}>
      <fieldset>
        <legend>{t('groups.which')}</legend>
        {all.map(({ id_group: id, p20 }) => (
          <Checkbox
            key={id}
            checked={wanted.includes(id)}
            onChange={(on) => changed(() => setChosen(on ? [...wanted, id] : wanted.filter((one) => one !== id)))}
          >
            {p20}
          </Checkbox>
        ))}
      </fieldset>
      <TextArea
        label={t('message')}
        error={write.error ? failureText(write.error) : undefined}
        rows={4}
        maxLength={limits.messageLength}
        value={message}
        onChange={(event) => changed(() => setMessage(event.target.value))}
      />
      <ChosenFileList
        chosen={files}
        rule={rule}
        onRemove={(id) => changed(() => setFiles(files.filter((one) => one.id !== id)))}
      />
      <div className={styles.actions}>
        <FileButton
          onChoose={(more) => changed(() => setFiles([...files, ...more.map((file) => ({ id: randomUuid(), file }))]))}
        />
        <Button look="primary" disabled={!ready} busy={write.isPending && t('inbox.sending')} onClick={send}>
          {t('groups.write')}
          {wanted.length > 0 && ` · ${wanted.length}`}
        </Button>
      </div>
    </div>
  );
}
