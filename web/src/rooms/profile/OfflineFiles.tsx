import again from 'icon:arrow-clockwise-bold';
import trash from 'icon:trash';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { createLazyComponent } from '../../core/lazy.ts';
import { canStoreOfflineFiles, estimateFreeBytes, isStoragePersistent } from '../../core/offline/offlineFiles.ts';
import { isSharedComputer } from '../../core/storage.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { FileIcon, useFileSizeFormatter } from '../../kit/FileChip.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { ProgressBar } from '../../kit/ProgressBar.tsx';
import { Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { useOfficePages, useOfficeProgram } from '../../materials/officePages.data.ts';
import {
  downloadProgress,
  type OfflineFileState,
  ownOfflineFiles,
  useOfflineCopy,
} from '../../offline-files/offline-files.data.ts';
import { RemoveOfflineFileDialog } from '../../offline-files/RemoveOfflineFileDialog.tsx';
import { storeFileReadingPosition, useReadingPosition } from '../../offline-files/reading-place.data.ts';
import { useSaveFileOffline } from '../../offline-files/useSaveFileOffline.ts';
import styles from './OfflineFiles.module.css';

const Reader = createLazyComponent(() => import('../../kit/reader/DocumentReader.tsx'));

/** What the person keeps on this device, the room that it takes, and ways to read, renew and remove it. */
export function OfflineFiles() {
  const { t } = useTranslation('offline-files');
  const files = [...useAtom(ownOfflineFiles).values()];
  const [freeing, setFreeing] = useState<OfflineFileState | 'all' | null>(null);
  const [reading, setReading] = useState<string | null>(null);
  // The server knows nothing of the device.
  if (import.meta.env.SSR)
    return (
      <Skeleton>
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!canStoreOfflineFiles()) return <InlineAlert>{t(isSharedComputer() ? 'shared' : 'cannot')}</InlineAlert>;
  const open = files.find(({ key }) => key === reading);
  return (
    <>
      {files.length === 0 ? <p className={styles.empty}>{t('empty')}</p> : <Room files={files} />}
      <ul className={styles.files} aria-label={t('title')}>
        {files.map((file) => (
          <Row key={file.key} file={file} onOpen={() => setReading(file.key)} onFree={() => setFreeing(file)} />
        ))}
      </ul>
      {files.length > 0 && (
        <>
          <p className={styles.about}>{t('leaveRemoves')}</p>
          <Button look="dangerQuiet" onClick={() => setFreeing('all')}>
            {t('freeAll')}
          </Button>
        </>
      )}
      <RemoveOfflineFileDialog which={freeing} onClose={() => setFreeing(null)} />
      {open && <Open file={open} onClose={() => setReading(null)} />}
    </>
  );
}

/** How much room the files take, and how much is left; given again whenever something comes or goes. */
function Room({ files }: { files: readonly OfflineFileState[] }) {
  const { t } = useTranslation('offline-files');
  const size = useFileSizeFormatter();
  const [device, setDevice] = useState<{ free: number | null; lasting: boolean | null }>();
  const used = files.reduce((sum, file) => sum + file.size, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is free changes with what is used
  useEffect(() => {
    void Promise.all([estimateFreeBytes(), isStoragePersistent()]).then(([free, lasting]) =>
      setDevice({ free, lasting }),
    );
  }, [used]);
  const free = device?.free;
  return (
    <div className={styles.room}>
      <p>
        {t('count', { count: files.length })} ·{' '}
        {free == null ? t('used', { used: size(used) }) : t('room', { used: size(used), free: size(free) })}
      </p>
      {free != null && <ProgressBar max={used + free} value={used} label={t('barLabel')} size="thick" />}
      {device?.lasting === false && <p className={styles.about}>{t('mayVanish')}</p>}
    </div>
  );
}

/** One kept file; pressing it opens the reader. */
function Row({ file, onOpen, onFree }: { file: OfflineFileState; onOpen: () => void; onFree: () => void }) {
  const { t } = useTranslation(['offline-files', 'reader']);
  const size = useFileSizeFormatter();
  const keep = useSaveFileOffline();
  const connected = useAtom(isPortalReachable);
  const part = useAtom(downloadProgress).get(file.key);
  // Only the file itself is kept, not the pages that the server makes of it.
  const program = useOfficeProgram()({ type: file.type, pages: connected ? 'coming' : 'none' });
  const name = file.title;
  return (
    <li data-kept={file.key}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <FileIcon name={file.fileName} />
        <span>
          <b translate="no">{name}</b>
          <small>
            {size(file.size)}
            {program && ` · ${t(`reader:opensIn.${program}`)}`}
            {file.isOld && <em> · {t('old')}</em>}
          </small>
        </span>
      </button>
      {file.isOld && (
        <Button
          icon={again}
          disabled={!connected}
          busy={part !== undefined && t('keeping', { percent: Math.floor(part * 100) })}
          onClick={() => void keep(file)}
        >
          {t('renew')}
        </Button>
      )}
      <IconButton icon={trash} label={t('free', { name })} onClick={onFree} />
    </li>
  );
}

function Open({ file, onClose }: { file: OfflineFileState; onClose: () => void }) {
  const copy = useOfflineCopy(file.key);
  const page = useReadingPosition(file.key);
  const pages = useOfficePages(file);
  if (copy === undefined || page === undefined || pages === undefined) return null;
  return (
    <Reader
      book={{ ...file, copy, pages }}
      start={page}
      resumes
      onPlace={(at) => storeFileReadingPosition(file.key, at)}
      onClose={onClose}
    />
  );
}
