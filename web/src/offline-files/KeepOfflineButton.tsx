import cloud from 'icon:cloud-arrow-down';
import check from 'icon:cloud-check';
import warning from 'icon:cloud-warning';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { canStoreOfflineFiles } from '../core/offline/offlineFiles.ts';
import { IconButton } from '../kit/Button.tsx';
import styles from './OfflineFiles.module.css';
import { cancelFileDownload, downloadProgress, ownOfflineFiles, type SavableFile } from './offline-files.data.ts';
import { RemoveOfflineFileDialog } from './RemoveOfflineFileDialog.tsx';
import { useSaveFileOffline } from './useSaveFileOffline.ts';

/** Keeps a file on this device with one tap, shows that it is kept or has changed since, and removes it again. */
export function KeepOfflineButton({ file }: { file: SavableFile }) {
  const { t } = useTranslation('offline-files');
  const keep = useSaveFileOffline();
  const one = useAtom(ownOfflineFiles).get(file.key);
  const part = useAtom(downloadProgress).get(file.key);
  const connected = useAtom(isPortalReachable);
  const [isConfirming, setConfirming] = useState(false);
  if (!canStoreOfflineFiles()) return null;
  const name = file.title;
  if (part !== undefined) {
    const label = t('keeping', { percent: Math.floor(part * 100) });
    return (
      <button
        type="button"
        className={styles.coming}
        title={t('stop')}
        aria-label={`${label}. ${t('stop')}`}
        onClick={() => cancelFileDownload(file.key)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" />
          <circle cx="12" cy="12" r="10" pathLength={100} strokeDasharray={`${100 * part} 100`} />
          <rect x="9" y="9" width="6" height="6" />
        </svg>
      </button>
    );
  }
  if (one && (!one.isOld || !connected))
    return (
      <>
        <IconButton
          icon={check}
          className={styles.kept}
          label={t('isKept', { name })}
          aria-pressed
          onClick={() => setConfirming(true)}
        />
        <RemoveOfflineFileDialog which={isConfirming ? one : null} onClose={() => setConfirming(false)} />
      </>
    );
  return (
    <IconButton
      icon={one ? warning : cloud}
      className={one && styles.old}
      label={t(one ? 'outdated' : 'keep', { name })}
      disabled={!connected}
      onClick={() => void keep(file)}
    />
  );
}
