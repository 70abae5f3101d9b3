import remove from 'icon:trash';
import { maxOrderNoteLength } from '@bilim/contract/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { randomUuid } from '../../core/randomUuid.ts';
import { session } from '../../core/session.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { FileIcon, useFileSizeFormatter } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import wording from '../../kit/file-label.module.css';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { FileDropField } from '../../kit/upload/FileDropField.tsx';
import type { QueuedOrder } from './desk.data.ts';
import styles from './OrderSheet.module.css';
import { useAddClerkNote } from './singlewindow.data.ts';

type Line = ReturnType<typeof useClerkNote>;

/** What a paper made by hand still lacks before it is ready: a line or a scan. */
export const isNoteOrScanMissing = (order: QueuedOrder, { text, scan }: Line) => !order.isMade && !text.trim() && !scan;

/** The clerk's line and scan for who ordered, before they are saved. */
export function useClerkNote(
  order: QueuedOrder | null,
  drafts: Map<number, string>,
  onFeedback: (text: string) => void,
) {
  const { t } = useTranslation('desk');
  const { config } = useAtom(session);
  const limit = config?.fileLimitMb ?? 50;
  const save = useAddClerkNote();
  const [of, setOf] = useState<number | null>(null);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isWithout, setWithout] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [key, setKey] = useState(randomUuid);
  const id = order?.id_okno_zakaz ?? null;
  // A paper made by hand needs a line: where and when it is handed out is a good beginning.
  const begin = order ? (order.note ?? (order.isMade || order.status !== 'preparing' ? '' : (order.pickup ?? ''))) : '';
  if (id !== of) {
    setOf(id);
    setText((id !== null && drafts.get(id)) || begin);
    setFile(null);
    setWithout(false);
    setFault(undefined);
  }
  const scan = file ?? (isWithout ? null : (order?.scan ?? null));
  const isChanged = file !== null || isWithout || text.trim() !== (order?.note ?? '');
  const changed = () => {
    setFault(undefined);
    // What is said has changed: an answer kept under the old key would be about something else.
    setKey(randomUuid());
  };
  return {
    text,
    scan,
    fault,
    isChanged,
    isBusy: save.isPending,
    failure: save.error,
    write(next: string) {
      if (id !== null) drafts.set(id, next);
      setText(next);
      changed();
    },
    choose([chosen]: readonly File[]) {
      if (!chosen) return;
      if (!chosen.size) setFault(t('common:refusals.file.empty'));
      else if (chosen.size > limit * 1024 * 1024) setFault(t('common:refusals.file.tooLarge', { limit }));
      else {
        setFile(chosen);
        changed();
      }
    },
    drop() {
      setFile(null);
      setWithout(true);
      changed();
    },
    /** Saves what has changed, then goes on. */
    save(then?: () => void) {
      if (id === null) return;
      if (!isChanged) return then?.();
      const note = text.slice(0, maxOrderNoteLength);
      const input = { id_okno_zakaz: id, note, withoutScan: isWithout && file === null };
      save.mutate(
        { input, files: file ? [file] : [], key },
        {
          onSuccess: () => {
            drafts.delete(id);
            setFile(null);
            setWithout(false);
            if (then) then();
            else onFeedback(t('saved'));
          },
        },
      );
    },
  };
}

/** The line and the scan in the sheet of an order. */
export function ClerkNoteEditor({ order, line }: { order: QueuedOrder; line: Line }) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const failureText = useFailureText();
  return (
    <div className={styles.words}>
      <TextArea
        label={t('line')}
        help={t('lineHelp', { limit: maxOrderNoteLength })}
        rows={3}
        maxLength={maxOrderNoteLength}
        value={line.text}
        onChange={(event) => line.write(event.target.value)}
      />
      {line.scan ? (
        <Scan of={line.scan} onDrop={line.drop} />
      ) : (
        <div className={styles.scanField}>
          <h3>{t('singlewindow:scan')}</h3>
          <FileDropField error={line.fault} onChoose={line.choose} />
        </div>
      )}
      {isNoteOrScanMissing(order, line) && <InlineAlert>{t('needsLine')}</InlineAlert>}
      {line.failure && <InlineAlert tone="bad">{failureText(line.failure)}</InlineAlert>}
      {order.status === 'prepared' && line.isChanged && (
        <Button look="soft" busy={line.isBusy && t('common:loading')} onClick={() => line.save()}>
          {t('saveNote')}
        </Button>
      )}
    </div>
  );
}

/** The scan that goes with the line. */
function Scan({ of, onDrop }: { of: { name: string; size: number }; onDrop: () => void }) {
  const { t } = useTranslation('desk');
  const size = useFileSizeFormatter();
  return (
    <div className={styles.scan}>
      <FileIcon name={of.name} />
      <span className={wording.row}>
        <b translate="no">{of.name}</b>
        <small>{`${size(of.size)} · ${t('scanSeen')}`}</small>
      </span>
      <IconButton icon={remove} label={t('dropScan')} onClick={onDrop} />
    </div>
  );
}
