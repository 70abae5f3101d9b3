import { useEffect } from 'react';
import { atom, useAtom } from '../core/atom.ts';
import { lazyPart } from '../core/lazy.ts';

/** How long a toast stays, in milliseconds; longer when something can still be done, and as long as it is pointed at or focused. */
const stay = 4_000;
const stayToAct = 6_000;
/** How long an act of an office can be taken back by its toast, in milliseconds. */
const stayToUndo = 8_000;

/** What a toast offers, such as «Отменить». */
interface ToastAction {
  readonly name: string;
  readonly run: () => void;
  /** How long it can be done, where that is longer than usual. */
  readonly stays?: number;
}

export interface ToastMessage {
  readonly text: string;
  readonly action: ToastAction | undefined;
  /** Milliseconds. */
  readonly stays: number;
  /** At the left edge instead of the middle, where the middle of the page has its own bar. */
  readonly isAside: boolean;
}

/** What is still to be shown; null when it stands or nothing does. */
export const nextToast = atom<ToastMessage | null>(null);
/** Ends the toast that stands, whatever it says. */
export const closeToast = (): void => toastParts.loaded()?.closeToast();

/** Says in one sentence what came of something, and offers one thing to do. */
export function toast(text: string, action?: ToastAction): void {
  nextToast.set({ text, action, stays: action ? (action.stays ?? stayToAct) : stay, isAside: false });
}

/**
 * Says what an act did, and takes it back on a press.
 * @param undo null: it cannot be taken back
 * @param name «Вернуть»
 */
export function undoToast(text: string, undo: (() => void) | null, name: string): void {
  nextToast.set({ text, action: undo ? { name, run: undo } : undefined, stays: stayToUndo, isAside: true });
}

/** What toasts are made of comes after the first page, as windows do. */
export const toastParts = lazyPart(() => import('./toasts.tsx'));

/** The place where toasts appear; once on the page. */
export function Toasts() {
  const parts = toastParts.use();
  const isWanted = useAtom(nextToast) !== null;
  useEffect(() => {
    if (isWanted) void toastParts.fetch();
  }, [isWanted]);
  return parts && <parts.ToastPlace />;
}
