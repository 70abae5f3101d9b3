import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { DeleteButton } from '../../kit/DeleteButton.tsx';
import { Icon } from '../../kit/Icon.tsx';
import type { Material } from '../../materials/materials.data.ts';
import { KeepButton } from '../../offline-files/KeepButton.tsx';
import { SaveLink } from '../../offline-files/SaveLink.tsx';
import styles from './Umk.module.css';
import { deletionObstacle, keepableMaterial, recordOpened, useDeleteMaterial } from './umk.data.ts';

/** What is done with a material besides reading it: its owner edits and deletes it, everybody keeps and downloads it. */
export function MaterialActions({ material, onEdit }: { material: Material; onEdit: () => void }) {
  const { t } = useTranslation('umk');
  const remove = useDeleteMaterial();
  const file = keepableMaterial(material);
  return (
    <>
      {material.canEdit && <IconButton icon={pencil} label={t('edit')} onClick={onEdit} />}
      {material.canEdit && (
        <DeleteButton
          label={t('delete')}
          question={t('deleteQuestion')}
          done={t('deleted')}
          whyKept={() => deletionObstacle(material.id_books)}
          onDelete={(key) => remove.mutateAsync({ id: material.id_books, key })}
        >
          <span translate="no">{material.bookName}</span>
        </DeleteButton>
      )}
      {!material.isHTMLBook && <KeepButton file={file} />}
      <SaveLink
        className={styles.save}
        file={file}
        title={t('download', { name: material.fileName })}
        onSave={() => recordOpened(material)}
      >
        <Icon of={download} />
        <span className="hidden-text">{t('download', { name: material.fileName })}</span>
      </SaveLink>
    </>
  );
}
