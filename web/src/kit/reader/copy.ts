import { useEffect, useState } from 'react';

/**
 * A kept copy is shown and saved by an address of its own in this page. Such an address has the portal's rights, so that
 * only what cannot run script bears its type; everything else is bytes to save.
 */
const saved = 'application/octet-stream';

/** Milliseconds for the browser to take a copy over before its address ends. */
const takenWithin = 60_000;

/** Addresses of a copy: one to show it by, one to save it by. */
export interface FileCopyAddresses {
  readonly show: string;
  readonly save: string;
}

const isShown = (type: string) => /^(image|audio|video)\//.test(type) && type !== 'image/svg+xml';

/** Saves a copy under a name, as a download from the server would. */
export function downloadCopy(copy: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(copy.slice(0, copy.size, saved));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), takenWithin);
}

/** Addresses of a copy as long as the page shows it; null without one. */
export function useFileCopyAddresses(copy: Blob | null, type: string): FileCopyAddresses | null {
  const [addresses, setAddresses] = useState<FileCopyAddresses | null>(null);
  useEffect(() => {
    if (!copy) return;
    const made = {
      show: URL.createObjectURL(copy.slice(0, copy.size, isShown(type) ? type : saved)),
      save: URL.createObjectURL(copy.slice(0, copy.size, saved)),
    };
    setAddresses(made);
    return () => {
      setAddresses(null);
      URL.revokeObjectURL(made.show);
      URL.revokeObjectURL(made.save);
    };
  }, [copy, type]);
  return addresses;
}
