import download from 'icon:download-simple';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../core/numbers.ts';
import styles from './FileChip.module.css';
import { extension, fileKind, fileSize, shortFileName } from './file.ts';
import { Icon } from './Icon.tsx';

/** A sheet with a folded corner in the colour of the file's kind, labelled with its extension. */
export function FileIcon({ name }: { name: string }) {
  return (
    <span className={styles.icon} data-kind={fileKind(name)} aria-hidden="true">
      {extension(name).slice(0, 4).toUpperCase()}
    </span>
  );
}

/** «310 КБ» in the interface's language. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation();
  return (bytes) => {
    const { amount, unit } = fileSize(bytes);
    return `${numberFormat().format(amount)}\u00a0${t(`fileUnit.${unit}`)}`;
  };
}

interface Props {
  name: string;
  bytes: number;
  href: string;
}

/** A file to download: icon, short name, size; the full name in the tooltip and for readers. */
export function FileChip({ name, bytes, href }: Props) {
  const { t } = useTranslation();
  const size = useFileSize();
  return (
    <a className={styles.chip} href={href} title={name} download>
      <FileIcon name={name} />
      <span className={styles.words}>
        <span className="hidden-text" translate="no">
          {t('fileDownload', { name })}
        </span>
        <b translate="no" aria-hidden="true">
          {shortFileName(name)}
        </b>
        <small>{size(bytes)}</small>
      </span>
      <Icon of={download} size="s" />
    </a>
  );
}
