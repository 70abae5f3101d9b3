import type { ComponentProps, MouseEvent } from 'react';
import { useAtom } from '../core/atom.ts';
import { downloadCopy } from '../kit/reader/copy.ts';
import { ownOfflineFiles, readCurrentOfflineCopy, type SavableFile } from './offline-files.data.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'download' | 'onClick'> {
  file: Pick<SavableFile, 'key' | 'href' | 'fileName'>;
  /** Called when the file is saved. */
  onSave?: () => void;
}

/** A link that downloads a file: from this device when it is kept here, which costs nothing, else from the server. */
export function DownloadLink({ file, onSave, children, ...rest }: Props) {
  const isKept = useAtom(ownOfflineFiles).has(file.key);
  const save = async (event: MouseEvent) => {
    onSave?.();
    if (!isKept) return;
    event.preventDefault();
    const copy = await readCurrentOfflineCopy(file.key).catch(() => null);
    if (copy) downloadCopy(copy, file.fileName);
    else location.assign(file.href);
  };
  return (
    <a {...rest} href={file.href} download onClick={(event) => void save(event)}>
      {children}
    </a>
  );
}
