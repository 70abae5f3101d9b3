import { limits } from '@bilim/contract/limits.ts';
import { type MessageReportReason, messageReportReasons } from '@bilim/contract/message-report-reasons.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Select } from '../../kit/Select.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { useReportMessage } from './chat.data.ts';
import type { Message } from './loaded-messages.ts';
import styles from './RemovedMessage.module.css';

/** Reports a message of somebody else to those who moderate. */
export function ReportDialog({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Dialog open={message !== null} onClose={onClose} title={t('report.title')}>
      {message && <ReportForm key={message.id_message} message={message} onClose={onClose} />}
    </Dialog>
  );
}

function ReportForm({ message: { id_message, files }, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const report = useReportMessage();
  const [key] = useState(randomUuid);
  const [kind, setKind] = useState<MessageReportReason | null>(null);
  const [file, setFile] = useState<number | null>(null);
  const [words, setWords] = useState('');
  const isReady = kind !== null && (kind !== 'else' || words.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!kind) return;
    report.mutate(
      {
        input: {
          id_message,
          reason: kind,
          ...(file !== null && { id_file: file }),
          ...(words.trim() && { words: words.trim() }),
        },
        key,
      },
      {
        onSuccess: () => {
          showToast(t('report.sent'));
          onClose();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('report.about')}</p>
      {files.length > 0 && (
        <Select
          label={t('report.what')}
          choices={[{ id: 0, name: t('report.whole') }, ...files.map(({ id, name }) => ({ id, name }))]}
          value={file ?? 0}
          onChoose={(id) => setFile(id || null)}
        />
      )}
      <fieldset className={styles.kinds}>
        <legend>{t('report.why')}</legend>
        {messageReportReasons.map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
            {t(`report.kinds.${one}`)}
          </label>
        ))}
      </fieldset>
      <TextField
        label={t(kind === 'else' ? 'report.wordsNeeded' : 'report.words')}
        value={words}
        maxLength={limits.reasonLength}
        onChange={(event) => setWords(event.target.value)}
      />
      {report.error && <InlineAlert tone="bad">{failureText(report.error)}</InlineAlert>}
      <Button
        type="submit"
        look="primary"
        big
        wide
        disabled={!isReady || !connected}
        busy={report.isPending && t('common:loading')}
      >
        {t('report.yes')}
      </Button>
    </form>
  );
}
