import { useTranslation } from 'react-i18next';
import { showToast } from '../Toast.tsx';

/** Gives the address of what is open to another program of the device; copies it where there is no way to. */
export function useShareAddress(title: string): () => void {
  const { t } = useTranslation('reader');
  return () => {
    const url = location.href;
    // Who changes their mind there has shared nothing: no failure.
    if ('share' in navigator) void navigator.share({ title, url }).catch(() => undefined);
    else void copied(url).then((done) => showToast(t(done ? 'linkCopied' : 'linkNotCopied')));
  };
}

async function copied(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
