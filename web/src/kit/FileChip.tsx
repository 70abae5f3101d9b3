import download from 'icon:download-simple';
import { useTranslation } from 'react-i18next';
import type { Language } from '../core/i18n.ts';
import { numberFormat } from '../core/numbers.ts';
import styles from './FileChip.module.css';
import { fileExtension, fileKind, fileSizeWithUnit, shortFileName } from './file.ts';
import { Icon } from './Icon.tsx';

/** A sheet with a folded corner in the colour of the file's kind, labelled with its extension. */
export function FileIcon({ name }: { name: string }) {
  return (
    <span className={styles.icon} data-kind={fileKind(name)} aria-hidden="true">
      {fileExtension(name).slice(0, 4).toUpperCase()}
    </span>
  );
}

/** «310 КБ» in the interface's language, or in another one. */
export function useFileSizeFormatter(inLanguage?: Language): (bytes: number) => string {
  const { t } = useTranslation('common', inLanguage && { lng: inLanguage });
  return (bytes) => {
    const { amount, unit } = fileSizeWithUnit(bytes);
    return `${numberFormat(inLanguage).format(amount)}\u00a0${t(`fileUnit.${unit}`)}`;
  };
}

interface Props {
  name: string;
  bytes: number;
  /** Left out: it cannot be fetched. */
  href?: string | undefined;
  /** Of who reads it, where that is not the page's. */
  language?: Language | undefined;
}

/** A file to download: icon, short name, size; the full name in the tooltip and for readers. */
export function FileChip({ name, bytes, href, language }: Props) {
  const { t } = useTranslation('common', language && { lng: language });
  const size = useFileSizeFormatter(language);
  return (
    <a className={styles.chip} href={href} title={name} download={name}>
      <FileIcon name={name} />
      <span className={styles.words}>
        <span className="hidden-text" translate="no">
          {href ? t('fileDownload', { name }) : name}
        </span>
        <b translate="no" aria-hidden="true">
          {shortFileName(name)}
        </b>
        <small>{size(bytes)}</small>
      </span>
      {href && <Icon of={download} size="s" />}
    </a>
  );
}
