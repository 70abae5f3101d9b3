import { useTranslation } from 'react-i18next';
import { ConfirmationDialog } from '../kit/Dialog.tsx';
import { showToast } from '../kit/Toast.tsx';
import { deleteOfflineFiles, type OfflineFileState } from './offline-files.data.ts';

interface Props {
  /** What shall go; null while nothing is asked. */
  which: OfflineFileState | 'all' | null;
  onClose: () => void;
}

/** Asks before a kept file goes from this device, for without a network it would not come back. */
export function RemoveOfflineFileDialog({ which, onClose }: Props) {
  const { t } = useTranslation('offline-files');
  const all = which === 'all';
  const remove = async () => {
    if (!which) return;
    await deleteOfflineFiles(which);
    onClose();
    showToast(t(all ? 'allFreed' : 'freed'));
  };
  return (
    <ConfirmationDialog
      open={which !== null}
      title={t(all ? 'freeAllQuestion' : 'freeQuestion')}
      yes={t('freeYes')}
      danger
      onNo={onClose}
      onYes={() => void remove()}
    >
      {t('freeMeaning')}
    </ConfirmationDialog>
  );
}
