import remove from 'icon:trash';
import { noteLength } from '@bilim/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { newKey } from '../../core/newKey.ts';
import { session } from '../../core/session.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { FileIcon, useFileSize } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Note } from '../../kit/Note.tsx';
import { toast } from '../../kit/Toast.tsx';
import { FileDrop } from '../../kit/upload/FileDrop.tsx';
import wording from '../../kit/Words.module.css';
import styles from './OrderNote.module.css';
import { type Queued, useNote } from './singlewindow.data.ts';

interface Props {
  order: Queued;
  open: boolean;
  /** What was written stays for the next opening. */
  onClose: () => void;
  /** It is saved. */
  onDone: () => void;
}

/** The clerk's line and scan for who ordered; from an order in work also the step to "prepared". */
export function OrderNote({ order, open, onClose, onDone }: Props) {
  const { t } = useTranslation(['desk', 'singlewindow']);
  const { config } = useCell(session);
  const limit = config?.fileLimitMb ?? 50;
  const words = useFailureText();
  const save = useNote();
  const [line, setLine] = useState(order.note ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [withoutScan, setWithoutScan] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [key, setKey] = useState(newKey);
  const isReady = order.status === 'prepared';
  const scan = file ?? (withoutScan ? null : order.scan);

  function change(apply: () => void) {
    apply();
    setFault(undefined);
    // What is said has changed: an answer kept under the old key would be about something else.
    setKey(newKey());
  }
  function choose([chosen]: readonly File[]) {
    if (!chosen) return;
    if (!chosen.size) setFault(t('common:refusals.file.empty'));
    else if (chosen.size > limit * 1024 * 1024) setFault(t('common:refusals.file.tooLarge', { limit }));
    else change(() => setFile(chosen));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const said = { id_okno_zakaz: order.id_okno_zakaz, note: line, withoutScan: withoutScan && file === null };
    save.mutate(
      { said, files: file ? [file] : [], key, prepare: !isReady },
      {
        onSuccess: () => {
          toast(t('done'));
          onDone();
        },
      },
    );
  }
  return (
    <Dialog keeps open={open} drawer="right" title={order.okno_document} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.who} translate="no">
          {[order.fullName, order.group].filter(Boolean).join(' · ')}
        </p>
        {order.pickup && (
          <div>
            <h3>{t('singlewindow:pickup')}</h3>
            <p translate="no">{order.pickup}</p>
          </div>
        )}
        <Field label={t('line')} help={t('lineHelp', { limit: noteLength })}>
          {(control) => (
            <textarea
              {...control}
              className={styles.line}
              rows={3}
              maxLength={noteLength}
              value={line}
              onChange={(event) => change(() => setLine(event.target.value))}
            />
          )}
        </Field>
        {scan ? (
          <Scan
            of={scan}
            onDrop={() =>
              change(() => {
                setFile(null);
                setWithoutScan(true);
              })
            }
          />
        ) : (
          <div className={styles.scanField}>
            <h3>{t('singlewindow:scan')}</h3>
            <FileDrop error={fault} onChoose={choose} />
          </div>
        )}
        {save.error && <Note tone="bad">{words(save.error)}</Note>}
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" look="primary" busy={save.isPending && t('common:loading')}>
            {t(isReady ? 'saveNote' : 'readyAndTell')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The scan that goes with the line. */
function Scan({ of, onDrop }: { of: { name: string; size: number }; onDrop: () => void }) {
  const { t } = useTranslation('desk');
  const size = useFileSize();
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
