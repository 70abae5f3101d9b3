import upload from 'icon:upload-simple';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import styles from './FileDrop.module.css';

interface Props {
  /** What is asked for: several files or one. */
  multiple?: boolean;
  error?: string | undefined;
  onChoose: (files: File[]) => void;
}

/** A field onto which files are dropped, or which opens the choice of files. */
export function FileDrop({ multiple, error, onChoose }: Props) {
  const { t } = useTranslation('reader');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length) onChoose(multiple ? files : files.slice(0, 1));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden-text"
        multiple={multiple}
        tabIndex={-1}
        aria-label={t('drop.choose')}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className={classes(styles.drop, over && styles.over, error && styles.bad)}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon of={upload} />
        <span>{t(multiple ? 'drop.files' : 'drop.file')}</span>
      </button>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
