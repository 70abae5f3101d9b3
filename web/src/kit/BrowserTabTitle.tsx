import { useAtom } from '../core/atom.ts';
import { unreadTotal } from '../core/unreadTotal.ts';

/** The title in the browser's tab: what waits to be read goes before it. */
export function BrowserTabTitle({ children }: { children: string }) {
  const count = useAtom(unreadTotal);
  return <title>{count > 0 ? `(${count}) ${children}` : children}</title>;
}
