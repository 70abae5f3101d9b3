import { formatNameForDocument } from '@bilim/contract/latin-name.ts';
import { login } from '@bilim/contract/login.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAtom } from '../core/atom.ts';
import { language } from '../core/i18n.ts';
import { queryForCall, quietRetryOptions } from '../core/queryClient.ts';

/** What every paper says: of which university it is, and names as its language writes them. */
export function usePrintHeader() {
  const currentLanguage = useAtom(language);
  const { data } = useQuery({ ...queryForCall('login', login.logo, {}), ...quietRetryOptions });
  return { university: data?.name ?? '', name: (fullName: string) => formatNameForDocument(fullName, currentLanguage) };
}

/** Milliseconds until what is to be printed is drawn. */
const drawnAfter = 50;

/** Prints what is drawn, once it is `ready`; `onDone` is called when the printing is over. */
export function usePrintWhenReady(ready: boolean, onDone: () => void): void {
  useEffect(() => {
    if (!ready) return;
    addEventListener('afterprint', onDone, { once: true });
    const timer = setTimeout(() => print(), drawnAfter);
    return () => {
      clearTimeout(timer);
      removeEventListener('afterprint', onDone);
    };
  }, [ready, onDone]);
}
