import { useEffect, useRef } from 'react';
import { isSingleKeyShortcut, singleKeyShortcutsEnabled } from '../../core/keys.ts';

/** By a key's place on the keyboard, whatever letter the layout has there: what it does. */
export type DeskKeys = Readonly<Record<string, (() => void) | undefined>>;

/** The keys of the desk, and Ctrl Z. Not while something is typed or a window is open. */
export function useDeskKeys(keys: DeskKeys, undoLast: () => void): void {
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  press.current = (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyZ') {
      // In a field it takes back what was typed.
      if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea')) return;
      event.preventDefault();
      undoLast();
      return;
    }
    const handler = keys[event.code];
    if (!handler || event.shiftKey || !(isSingleKeyShortcut(event) || isFromBox(event))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    handler();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current?.(event);
    // Before the portal's own: here the slash is the search of the room.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
}

/** The box of a row is no field in which one types. */
function isFromBox(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!singleKeyShortcutsEnabled.get() || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!(target instanceof HTMLInputElement)) return false;
  return target.type === 'checkbox' && !target.closest('[role=dialog]');
}
