/**
 * On the phone a step back closes the topmost dialog instead of leaving the page. Each open dialog has an entry in
 * the browser's history, with the address of its page. The router never learns of these entries: it works with the
 * history object that it gets from here (docs/decisions/0069-dialogs-in-the-history.md).
 */
import { createBrowserHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAtom } from './atom.ts';
import { randomUuid } from './randomUuid.ts';
import { screenState } from './screen.ts';

interface EntryState {
  /** How many dialogs stand open over the page of this entry. */
  dialogs?: number;
  /** A mark of the page, the same for the entries of its dialogs. */
  page?: string;
}
type Written = [state: EntryState | null, unused: string, address?: string | URL | null];

const stateNow = () => (history.state ?? {}) as EntryState;
const depth = () => stateNow().dialogs ?? 0;

/** What closes each open dialog, topmost last. */
const open: (() => void)[] = [];
/** The page of the present entry. */
let page = stateNow().page ?? randomUuid();
if (!stateNow().page) history.replaceState({ ...stateNow(), page }, '');
/** Our own steps back are under way; what the router writes meanwhile is written when they are done. */
let stepping = false;
let deferred: Written | null = null;
/** What the page's own entry becomes when its dialogs are closed: its address changed below them. */
let changed: Written | null = null;
/** What the router does when another page is stepped to. */
let onStep: ((event: PopStateEvent) => void) | null = null;

function pushPage(...[state, unused, address]: Written): void {
  page = randomUuid();
  const written: Written = [{ ...state, page }, unused, address];
  if (stepping) deferred = written;
  // Leading to another page closes the dialog: its entry becomes that page's.
  else if (depth()) history.replaceState(...written);
  else history.pushState(...written);
}

function replacePage(...[state, unused, address]: Written): void {
  const written: Written = [{ ...state, page }, unused, address];
  const dialogs = depth();
  if (dialogs) {
    changed = written;
    history.replaceState({ ...state, page, dialogs }, unused, address);
  } else history.replaceState(...written);
}

/** The history of the pages, for the router. */
export const pageHistory = createBrowserHistory({
  window: {
    document,
    location,
    history: {
      get state() {
        return history.state;
      },
      get length() {
        return history.length;
      },
      pushState: pushPage,
      replaceState: replacePage,
      back: () => history.back(),
      forward: () => history.forward(),
      go: (by: number) => history.go(by),
    },
    addEventListener(name: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (name === 'popstate') onStep = listener;
      else addEventListener(name, listener, options);
    },
    removeEventListener(name: string, listener: (event: Event) => void, options?: AddEventListenerOptions) {
      if (name === 'popstate') onStep = null;
      else removeEventListener(name, listener, options);
    },
  },
});

/** Makes the history have as many entries of dialogs as dialogs are open. */
function settle(): void {
  settling = false;
  if (stepping) return;
  const missing = open.length - depth();
  for (let one = 0; one < missing; one++) history.pushState({ ...stateNow(), dialogs: depth() + 1 }, '');
  if (missing >= 0) return;
  stepping = true;
  history.go(missing);
}

let settling = false;
/** After everything that the same press does: one dialog may follow another, or a page the dialog. */
function settleSoon(): void {
  if (!settling) setTimeout(settle);
  settling = true;
}

function stepped(event: PopStateEvent): void {
  const own = stepping;
  stepping = false;
  const dialogs = depth();
  if (changed && !dialogs) {
    history.replaceState(...changed);
    changed = null;
  }
  const isSamePage = deferred !== null || stateNow().page === page;
  if (!isSamePage) {
    page = stateNow().page ?? randomUuid();
    changed = null;
    onStep?.(event);
  }
  if (deferred) history.pushState(...deferred);
  deferred = null;
  if (!own) for (const close of open.slice(dialogs).reverse()) close();
  settleSoon();
}
addEventListener('popstate', stepped);
// Reloaded while a dialog was open, which is not open any more.
settleSoon();

/** On the phone: has a step back call `onClose` while a dialog is open. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
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
