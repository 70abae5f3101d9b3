import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { DeleteButton } from '../../kit/DeleteButton.tsx';
import { FileIcon, useFileSize } from '../../kit/FileChip.tsx';
import { shortFileName } from '../../kit/file.ts';
import wording from '../../kit/file-label.module.css';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { KeepButton } from '../../university/kept/KeepButton.tsx';
import { SaveLink } from '../../university/kept/SaveLink.tsx';
import type { Material } from '../../university/materials.data.ts';
import { useOpensIn } from '../../university/officePages.data.ts';
import styles from './Umk.module.css';
import { keepableOf, useDelete, whyKept } from './umk.data.ts';

interface Props {
  material: Material;
  isNew: boolean;
  /** No heading says of what kind it is. */
  withKind: boolean;
  onOpen: () => void;
  onEdit: () => void;
}

/** One material: pressing it opens the reader; its owner edits and deletes it, everybody downloads and keeps it. */
export function MaterialRow({ material, isNew, withKind, onOpen, onEdit }: Props) {
  const { t } = useTranslation(['umk', 'reader']);
  const size = useFileSize();
  const remove = useDelete();
  const web = material.isHTMLBook;
  const program = useOpensIn()(material);
  const file = keepableOf(material);
  const details = [
    withKind && material.umkName,
    [shortName(material.t_fio), material.apart].filter(Boolean).join(', '),
    web ? t('webBook') : shortFileName(material.fileName),
    size(material.size),
    material.totalPages ? t('reader:pages', { count: material.totalPages }) : null,
    material.id_forStudentKind ? t(`kind.${material.id_forStudentKind}`) : null,
  ];
  return (
    <li className={styles.row} data-material={material.id_books}>
      <button type="button" className={styles.open} onClick={onOpen} title={material.fileName}>
        <FileIcon name={web ? 'book.html' : material.fileName} />
        <span className={wording.row}>
          <b translate="no">{material.bookName}</b>
          <small translate="no">{details.filter(Boolean).join(' · ')}</small>
        </span>
      </button>
      <span className={styles.tags}>
        {isNew && <span className={styles.fresh}>{t('new')}</span>}
        {web && <span className={styles.html}>HTML</span>}
        {program && <span className={styles.elsewhere}>{t(`reader:opensIn.${program}`)}</span>}
        {material.isSharedBookFromEBooks && <span className={styles.fromLibrary}>{t('fromLibrary')}</span>}
        {material.isForEBooks && <span className={styles.inLibrary}>{t('inLibrary')}</span>}
        {material.isShared && <span className={styles.shared}>{t('shared')}</span>}
      </span>
      <span className={styles.acts}>
        {material.canEdit && <IconButton icon={pencil} label={t('edit')} onClick={onEdit} />}
        {material.canEdit && (
          <DeleteButton
            label={t('delete')}
            question={t('deleteQuestion')}
            done={t('deleted')}
            whyKept={() => whyKept(material.id_books)}
            onDelete={(key) => remove.mutateAsync({ id: material.id_books, key })}
          >
            <span translate="no">{material.bookName}</span>
          </DeleteButton>
        )}
        {!web && <KeepButton file={file} />}
        <SaveLink className={styles.save} file={file} title={t('download', { name: material.fileName })}>
          <Icon of={download} />
          <span className="hidden-text">{t('download', { name: material.fileName })}</span>
        </SaveLink>
      </span>
    </li>
  );
}
