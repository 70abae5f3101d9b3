import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../core/api.ts';
import { asFailure } from '../../core/failure.ts';
import { pluralForm } from '../../core/i18n.ts';
import { IconButton } from '../../kit/Button.tsx';
import { Confirm } from '../../kit/Dialog.tsx';
import { FileIcon, useFileSize } from '../../kit/FileChip.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { shortFileName } from '../../kit/file.ts';
import { Icon } from '../../kit/Icon.tsx';
import { shortName } from '../../kit/person.ts';
import { toast } from '../../kit/Toast.tsx';
import styles from './Umk.module.css';
import { fileAddress, type Material, useDelete, whyKept } from './umk.data.ts';

interface Props {
  material: Material;
  isNew: boolean;
  onOpen: () => void;
  onEdit: () => void;
}

/** One material: pressing it opens the reader; its owner edits and deletes it, everybody downloads it. */
export function MaterialRow({ material, isNew, onOpen, onEdit }: Props) {
  const { t } = useTranslation('umk');
  const size = useFileSize();
  const web = material.isHTMLBook;
  const details = [
    shortName(material.t_fio),
    web ? t('webBook') : shortFileName(material.fileName),
    size(material.size),
    material.totalPages ? t(`pages.${pluralForm(material.totalPages)}`, { n: material.totalPages }) : null,
    material.id_forStudentKind ? t(`kind.${material.id_forStudentKind}`) : null,
  ];
  return (
    <li className={styles.row} data-material={material.id_books}>
      <button type="button" className={styles.open} onClick={onOpen} title={material.fileName}>
        <FileIcon name={web ? 'book.html' : material.fileName} />
        <span className={styles.words}>
          <b translate="no">{material.bookName}</b>
          <small translate="no">{details.filter(Boolean).join(' · ')}</small>
        </span>
      </button>
      <span className={styles.tags}>
        {isNew && <span className={styles.fresh}>{t('new')}</span>}
        {web && <span className={styles.html}>HTML</span>}
        {material.isSharedBookFromEBooks && <span className={styles.fromLibrary}>{t('fromLibrary')}</span>}
        {material.isForEBooks && <span className={styles.inLibrary}>{t('inLibrary')}</span>}
        {material.isShared && <span className={styles.shared}>{t('shared')}</span>}
      </span>
      <span className={styles.acts}>
        {material.canEdit && <IconButton icon={pencil} label={t('edit')} onClick={onEdit} />}
        {material.canEdit && <DeleteButton material={material} />}
        <a
          className={styles.save}
          href={fileAddress(material)}
          download
          title={t('download', { name: material.fileName })}
        >
          <Icon of={download} />
          <span className="hidden-text">{t('download', { name: material.fileName })}</span>
        </a>
      </span>
    </li>
  );
}

function DeleteButton({ material }: { material: Material }) {
  const { t } = useTranslation('umk');
  const words = useFailureText();
  const remove = useDelete();
  const [asking, setAsking] = useState<string | null>(null);
  const check = async () => {
    try {
      const why = await whyKept(material.id_books);
      if (why === null) setAsking(newKey());
      else toast(why);
    } catch (error) {
      toast(words(asFailure(error)));
    }
  };
  return (
    <>
      <IconButton icon={trash} label={t('delete')} onClick={() => void check()} />
      <Confirm
        open={asking !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={remove.isPending}
        onNo={() => setAsking(null)}
        onYes={() => {
          if (asking)
            remove.mutate(
              { id: material.id_books, key: asking },
              {
                onSuccess: () => toast(t('deleted')),
                onError: (failure) => toast(words(failure)),
                onSettled: () => setAsking(null),
              },
            );
        }}
      >
        <span translate="no">{material.bookName}</span>
      </Confirm>
    </>
  );
}
