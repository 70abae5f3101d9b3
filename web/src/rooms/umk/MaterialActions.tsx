import dots from 'icon:dots-three-bold';
import download from 'icon:download-simple';
import pencil from 'icon:pencil-simple';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import { IconButton } from '../../kit/Button.tsx';
import { DeleteButton } from '../../kit/DeleteButton.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Popover } from '../../kit/Popover.tsx';
import type { Material } from '../../materials/materials.data.ts';
import { DownloadLink } from '../../offline-files/DownloadLink.tsx';
import { KeepOfflineButton } from '../../offline-files/KeepOfflineButton.tsx';
import styles from './Umk.module.css';
import {
  findMaterialDeletionObstacle,
  recordMaterialOpened,
  toSavableMaterial,
  useDeleteMaterial,
} from './umk.data.ts';

interface Props {
  material: Material;
  onEdit: () => void;
}

/** Actions on a material besides reading: its owner edits and deletes it, everybody keeps it offline and downloads it. */
export function MaterialActions({ material, onEdit }: Props) {
  const { mobile } = useAtom(screenState);
  const { canEdit, isHTMLBook } = material;
  const keep = !isHTMLBook && <KeepOfflineButton file={toSavableMaterial(material)} />;
  if (canEdit && mobile)
    return (
      <>
        {keep}
        <FoldedActions material={material} onEdit={onEdit} />
      </>
    );
  return (
    <>
      {canEdit && <OwnerActions material={material} onEdit={onEdit} />}
      {keep}
      <Save material={material} />
    </>
  );
}

/** Behind one button what would take the phone a row of its own. */
function FoldedActions({ material, onEdit }: Props) {
  const { t } = useTranslation('umk');
  const [open, setOpen] = useState(false);
  const label = t('actions', { name: material.bookName });
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className={styles.folded}
      trigger={<IconButton icon={dots} label={label} />}
    >
      <OwnerActions
        material={material}
        onEdit={() => {
          setOpen(false);
          onEdit();
        }}
      />
      <Save material={material} />
    </Popover>
  );
}

function OwnerActions({ material, onEdit }: Props) {
  const { t } = useTranslation('umk');
  const remove = useDeleteMaterial();
  return (
    <>
      <IconButton icon={pencil} label={t('edit')} onClick={onEdit} />
      <DeleteButton
        label={t('delete')}
        question={t('deleteQuestion')}
        done={t('deleted')}
        whyKept={() => findMaterialDeletionObstacle(material.id_books)}
        onDelete={(key) => remove.mutateAsync({ id: material.id_books, key })}
      >
        <span translate="no">{material.bookName}</span>
      </DeleteButton>
    </>
  );
}

function Save({ material }: Pick<Props, 'material'>) {
  const { t } = useTranslation('umk');
  const title = t('download', { name: material.fileName });
  return (
    <DownloadLink
      className={styles.save}
      file={toSavableMaterial(material)}
      title={title}
      onSave={() => recordMaterialOpened(material)}
    >
      <Icon of={download} />
      <span className="hidden-text">{title}</span>
    </DownloadLink>
  );
}
