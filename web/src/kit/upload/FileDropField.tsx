import upload from 'icon:upload-simple';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../classNames.ts';
import { Icon } from '../Icon.tsx';
import styles from './FileDropField.module.css';
import { FileInput } from './FileInput.tsx';

interface Props {
  /** What is asked for: several files or one. */
  multiple?: boolean;
  error?: string | undefined;
  onChoose: (files: File[]) => void;
}

/** A field onto which files are dropped, or which opens the choice of files. */
export function FileDropField({ multiple, error, onChoose }: Props) {
  const { t } = useTranslation('reader');
  const [over, setOver] = useState(false);
  const take = (files: File[]) => {
    if (files.length) onChoose(multiple ? files : files.slice(0, 1));
  };
  return (
    <>
      <FileInput label={t('drop.choose')} multiple={multiple} onChoose={take}>
        {(open) => (
          <button
            type="button"
            className={classNames(styles.drop, over && styles.over, error && styles.bad)}
            onClick={open}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(false);
              take([...event.dataTransfer.files]);
            }}
          >
            <Icon of={upload} />
            <span>{t(multiple ? 'drop.files' : 'drop.file')}</span>
          </button>
        )}
      </FileInput>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
