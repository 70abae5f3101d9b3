/**
 * On the phone a step back closes the window on top instead of leaving the page. Each open window has an entry of its own
 * in the browser's history, with the address and the key of its page, which the router never hears of: it writes to the
 * history through what is put here, and windows are written past it.
 */
import { useEffect, useRef } from 'react';
import { useAtom } from './atom.ts';
import { screenState } from './screen.ts';

interface EntryState {
  /** How many windows stand open over the page of this entry. */
  windows?: number;
  /** The router's key of the page. */
  __TSR_key?: string;
}
type Written = Parameters<History['pushState']>;

const push = History.prototype.pushState.bind(history);
const replace = History.prototype.replaceState.bind(history);
const stateNow = () => (history.state ?? {}) as EntryState;
const depth = () => stateNow().windows ?? 0;

/** What closes each open window, topmost last. */
const open: (() => void)[] = [];
/** The page of the present entry. */
let page = stateNow().__TSR_key;
/** Our own steps back are under way; what the router writes meanwhile is written when they are done. */
let stepping = false;
let held: Written | null = null;
/** What the page's own entry becomes when its windows are closed: its address changed below them. */
let changed: Written | null = null;

history.pushState = (...written: Written) => {
  if (stepping) held = written;
  // Leading to another page closes the window: its entry becomes that page's.
  else if (depth()) replace(...written);
  else push(...written);
  page = (written[0] as EntryState | null)?.__TSR_key;
};

history.replaceState = (...written: Written) => {
  const windows = depth();
  if (windows) {
    changed = written;
    replace({ ...(written[0] as EntryState), windows }, written[1], written[2]);
  } else replace(...written);
  page = (written[0] as EntryState | null)?.__TSR_key;
};

/** Makes the history have as many entries of windows as windows are open. */
function settle(): void {
  settling = false;
  if (stepping) return;
  const missing = open.length - depth();
  for (let one = 0; one < missing; one++) push({ ...stateNow(), windows: depth() + 1 }, '');
  if (missing >= 0) return;
  stepping = true;
  history.go(missing);
}

let settling = false;
/** After everything that the same press does: one window may follow another, or a page the window. */
function settleSoon(): void {
  if (!settling) setTimeout(settle);
  settling = true;
}

function stepped(event: PopStateEvent): void {
  const own = stepping;
  stepping = false;
  const windows = depth();
  if (changed && !windows) {
    replace(...changed);
    changed = null;
  }
  const isSamePage = held !== null || stateNow().__TSR_key === page;
  if (isSamePage) event.stopImmediatePropagation();
  else {
    page = stateNow().__TSR_key;
    changed = null;
  }
  if (held) push(...held);
  held = null;
  if (!own) for (const close of open.slice(windows).reverse()) close();
  settleSoon();
}
addEventListener('popstate', stepped, { capture: true });
// Reloaded while a window was open, which is not open any more.
settleSoon();

/** On the phone: has a step back call `onClose` while a window is open. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { mobile } = useAtom(screenState);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!isOpen || !mobile) return;
    const close = () => latest.current();
    open.push(close);
    settleSoon();
    return () => {
      open.splice(open.indexOf(close), 1);
      settleSoon();
    };
  }, [isOpen, mobile]);
}
