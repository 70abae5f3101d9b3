import { useEffect } from 'react';
import { atom, useAtom } from '../core/atom.ts';
import { createLazyPart } from '../core/lazy.ts';

/** How long a toast is shown, in milliseconds; longer with a button of its own, for as long as that is pointed at or focused. */
const duration = 4_000;
const actionDuration = 6_000;
/** How long an act of an office can be taken back by its toast, in milliseconds. */
const undoDuration = 8_000;

/** What a toast offers, such as «Отменить». */
interface ToastAction {
  readonly name: string;
  readonly run: () => void;
  /** How long it can be done, in milliseconds, where that is longer than usual. */
  readonly duration?: number;
}

export interface ToastMessage {
  readonly text: string;
  readonly action: ToastAction | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** At the left edge instead of the middle, where the middle of the page has its own bar. */
  readonly isAside: boolean;
}

/** What is still to be shown; null when it stands or nothing does. */
export const nextToastMessage = atom<ToastMessage | null>(null);
/** Ends the toast that stands, whatever it says. */
export const closeToast = (): void => toastParts.loaded()?.closeShownToast();

/** Says in one sentence what came of something, and offers one thing to do. */
export function showToast(text: string, action?: ToastAction): void {
  nextToastMessage.set({
    text,
    action,
    duration: action ? (action.duration ?? actionDuration) : duration,
    isAside: false,
  });
}

/**
 * Says what an act did, and takes it back on a press.
 * @param undo null: it cannot be taken back
 * @param name «Вернуть»
 */
export function showUndoToast(text: string, undo: (() => void) | null, name: string): void {
  nextToastMessage.set({ text, action: undo ? { name, run: undo } : undefined, duration: undoDuration, isAside: true });
}

/** What toasts are made of comes after the first page, as dialogs do. */
export const toastParts = createLazyPart(() => import('./ToastViewport.tsx'));

/** The place where toasts appear; once on the page. */
export function Toasts() {
  const parts = toastParts.use();
  const isWanted = useAtom(nextToastMessage) !== null;
  useEffect(() => {
    if (isWanted) void toastParts.fetch();
  }, [isWanted]);
  return parts && <parts.ToastViewport />;
}
