import paperclip from 'icon:paperclip-bold';
import remove from 'icon:x';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../Button.tsx';
import { classNames } from '../classNames.ts';
import { FileIcon, useFileSizeFormatter } from '../FileChip.tsx';
import { isPicture, shortFileName } from '../file.ts';
import styles from './ChosenFileList.module.css';
import { FileInput } from './FileInput.tsx';

/** A file chosen but not sent. */
export interface ChosenFile {
  readonly id: string;
  readonly file: File;
}

/** What the server would refuse, known before anything is sent. */
export interface FileLimits {
  readonly limitMb: number;
  readonly most: number;
}

/** Whether a file may be sent at all. */
export function isFileAllowed(file: File, { limitMb }: FileLimits): boolean {
  return file.size > 0 && file.size <= limitMb * 1024 * 1024;
}

interface FileButtonProps {
  onChoose: (files: File[]) => void;
  disabled?: boolean;
  /** Its sign alone, where the row is short. */
  isSign?: boolean;
}

/** The button that chooses files. */
export function FileButton({ onChoose, disabled, isSign }: FileButtonProps) {
  const { t } = useTranslation();
  return (
    <FileInput label={t('files.choose')} multiple onChoose={onChoose}>
      {(open) => (
        <Button
          look="quiet"
          icon={paperclip}
          title={isSign ? t('files.file') : undefined}
          disabled={disabled}
          onClick={open}
        >
          <span className={isSign ? 'hidden-text' : undefined}>{t('files.file')}</span>
        </Button>
      )}
    </FileInput>
  );
}

/** A file that the server has already. */
export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

interface TrayProps {
  chosen: readonly ChosenFile[];
  /** Files that go along without being sent. */
  stored?: readonly StoredFile[];
  onRemoveStored?: (id: number) => void;
  rule: FileLimits;
  onRemove: (id: string) => void;
  disabled?: boolean;
}

/** The files chosen so far, each removable; one that cannot be sent is red and says why. */
export function ChosenFileList({ chosen, stored = [], rule, onRemove, onRemoveStored, disabled }: TrayProps) {
  const { t } = useTranslation();
  const size = useFileSizeFormatter();
  if (!chosen.length && !stored.length) return null;
  return (
    <ul className={styles.tray}>
      {stored.map(({ id, name, size: bytes }) => (
        <li key={id} className={styles.chip} title={name}>
          <FileIcon name={name} />
          <span className={styles.words}>
            <b translate="no">{shortFileName(name)}</b>
            <small>{size(bytes)}</small>
          </span>
          <IconButton
            icon={remove}
            label={t('files.remove', { name })}
            disabled={disabled}
            onClick={() => onRemoveStored?.(id)}
          />
        </li>
      ))}
      {chosen.map(({ id, file }, index) => {
        const wrong = !file.size
          ? t('refusals.file.empty')
          : file.size > rule.limitMb * 1024 * 1024
            ? t('refusals.file.tooLarge', { limit: rule.limitMb })
            : stored.length + index >= rule.most
              ? t('refusals.file.tooMany', { limit: rule.most })
              : null;
        return (
          <li key={id} className={classNames(styles.chip, wrong !== null && styles.bad)} title={file.name}>
            <Thumbnail file={file} />
            <span className={styles.words}>
              <b translate="no">{shortFileName(file.name)}</b>
              <small role={wrong ? 'alert' : undefined}>{wrong ?? size(file.size)}</small>
            </span>
            <IconButton
              icon={remove}
              label={t('files.remove', { name: file.name })}
              disabled={disabled}
              onClick={() => onRemove(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** A small picture of a chosen picture; of any other file its icon. */
function Thumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isPicture(file)) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === null) return <FileIcon name={file.name} />;
  return <img className={styles.thumbnail} src={address} alt="" onError={() => setAddress(null)} />;
}
