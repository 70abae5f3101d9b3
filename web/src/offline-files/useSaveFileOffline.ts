import { maxOfflineFiles } from '@bilim/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { useFileSizeFormatter } from '../kit/FileChip.tsx';
import { showToast } from '../kit/Toast.tsx';
import { ownOfflineFiles, type SavableFile, saveFileOffline } from './offline-files.data.ts';

/** Keeps or renews a file, and says what came of it. */
export function useSaveFileOffline(): (file: SavableFile) => Promise<void> {
  const { t } = useTranslation('offline-files');
  const size = useFileSizeFormatter();
  return async (file) => {
    const wasKept = ownOfflineFiles.get().has(file.key);
    const refused = await saveFileOffline(file);
    if (refused?.why === 'noRoom') showToast(t('noRoom', { size: size(refused.size), free: size(refused.free) }));
    else if (refused) showToast(t(refused.why, { most: maxOfflineFiles }));
    else if (ownOfflineFiles.get().get(file.key)?.isOld === false) showToast(t(wasKept ? 'renewed' : 'kept'));
  };
}
