import remove from 'icon:x';
import { bookLimits } from '@bilim/contract/book-limits.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button.tsx';
import { ConfirmationDialog, Dialog } from '../Dialog.tsx';
import type { DropdownOption } from '../dropdown-options.ts';
import { TextField } from '../Field.tsx';
import { FileIcon, useFileSizeFormatter } from '../FileChip.tsx';
import { useFailureText } from '../failureText.ts';
import wording from '../file-label.module.css';
import { InlineAlert } from '../InlineAlert.tsx';
import { Select } from '../Select.tsx';
import { UploadProgress } from '../UploadProgress.tsx';
import { FileDropField } from './FileDropField.tsx';
import styles from './UploadForm.module.css';
import type { OutgoingBookFile } from './useOutgoingFiles.ts';
import type { BookFormValues, UploadState } from './useUploadForm.ts';

interface Props {
  title: string;
  /** The file that what is changed has now. */
  fileName: string | null;
  /** Why no file is taken at present; what is said about the book may still be changed. */
  closed?: string | null;
  upload: UploadState;
  /** What is said of each file by itself, when there are several. */
  each?: (file: File) => ReactNode;
  children: ReactNode;
}

/** The drawer in which books are handed in or one is changed: files with their progress, then the room's fields. */
export function UploadForm({ title, fileName, closed, upload, each, children }: Props) {
  const { t } = useTranslation('reader');
  const failureText = useFailureText();
  const { files, changing, faults, failure, sending } = upload;
  return (
    <Dialog open title={title} drawer="right" onClose={upload.close}>
      <form className={styles.form} onSubmit={(event) => void upload.submit(event)} noValidate>
        {closed ? (
          <InlineAlert tone="warm">{closed}</InlineAlert>
        ) : (
          <FileDropField multiple={!changing} error={faults.files} onChoose={upload.choose} />
        )}
        {changing && !files.length && (
          <p className={styles.help} translate="no">
            {fileName}
          </p>
        )}
        <ul className={styles.outgoing}>
          {files.map((one) => (
            <OutgoingFile key={one.id} one={one} upload={upload}>
              {files.length > 1 && !one.done && each?.(one.file)}
            </OutgoingFile>
          ))}
        </ul>
        {changing ? (
          <TextField
            label={t('handIn.name')}
            value={upload.form.name}
            maxLength={upload.nameLimit}
            error={faults.name}
            onChange={(event) => upload.change({ name: event.target.value })}
          />
        ) : (
          faults.name && <InlineAlert tone="bad">{t('handIn.nameMissing')}</InlineAlert>
        )}
        {children}
        {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
        <div className={styles.foot}>
          <Button onClick={upload.close}>{t('common:cancel')}</Button>
          <Button look="primary" type="submit" busy={sending && t('handIn.saving')}>
            {t('handIn.save')}
          </Button>
        </div>
      </form>
      <ConfirmationDialog
        open={upload.leaving}
        title={t('handIn.leaveQuestion')}
        yes={t('handIn.leave')}
        no={t('handIn.stay')}
        danger
        onNo={upload.stay}
        onYes={upload.leave}
      />
    </Dialog>
  );
}

function OutgoingFile({ one, upload, children }: { one: OutgoingBookFile; upload: UploadState; children: ReactNode }) {
  const { t } = useTranslation('reader');
  const size = useFileSizeFormatter();
  const { changing, sending } = upload;
  const about = one.done
    ? t('handIn.uploaded')
    : [size(one.file.size), one.pages && t('pages', { count: one.pages })].filter(Boolean).join(' · ');
  return (
    <li className={styles.file} data-bad={one.fault ? '' : undefined}>
      <FileIcon name={one.file.name} />
      <span className={wording.row}>
        {changing ? (
          <b translate="no">{one.file.name}</b>
        ) : (
          <input
            aria-label={t('handIn.name')}
            value={one.name}
            maxLength={upload.nameLimit}
            readOnly={sending || one.done}
            onChange={(event) => upload.rename(one.id, event.target.value)}
          />
        )}
        <small role={one.fault ? 'alert' : undefined}>{one.fault ?? about}</small>
        {children}
        {one.sent !== undefined && !one.done && (
          <UploadProgress
            label={t('handIn.uploading', { name: one.file.name })}
            part={one.sent}
            onCancel={() => upload.cancel()}
          />
        )}
      </span>
      {!sending && (
        <IconButton
          icon={remove}
          label={t('handIn.remove', { name: one.file.name })}
          onClick={() => upload.remove(one.id)}
        />
      )}
    </li>
  );
}

/** What the library says about a book; the name stands with the file. */
export interface LibraryBookFormValues extends BookFormValues {
  readonly author: string;
  readonly description: string;
  readonly category: number | null;
}

/** The fields of a library book: category, author, description, and pages unless each file has its own number. */
export function LibraryBookFields({
  upload,
  shelves,
  authorLimit,
}: {
  upload: Pick<UploadState<LibraryBookFormValues>, 'form' | 'change' | 'faults' | 'files'>;
  shelves: readonly DropdownOption[];
  authorLimit: number;
}) {
  const { t } = useTranslation('reader');
  const { form, change, faults, files } = upload;
  return (
    <>
      <TextField
        label={t('handIn.author')}
        value={form.author}
        maxLength={authorLimit}
        error={faults.author}
        onChange={(event) => change({ author: event.target.value })}
      />
      <Select
        label={t('handIn.category')}
        choices={[...shelves]}
        value={form.category}
        error={faults.id_bookCategory}
        onChoose={(id) => change({ category: id })}
      />
      <TextField
        label={t('handIn.description')}
        value={form.description}
        maxLength={bookLimits.description}
        error={faults.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      {files.length < 2 && (
        <TextField
          label={t('handIn.totalPages')}
          inputMode="numeric"
          value={form.pages}
          error={faults.totalPages}
          onChange={(event) => change({ pages: event.target.value.replace(/\D/g, '').slice(0, 5) })}
        />
      )}
    </>
  );
}
