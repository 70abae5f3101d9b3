import { useEffectEvent, useLayoutEffect } from 'react';
import { atom } from './atom.ts';
import { readCookie, writeCookie } from './storage.ts';

/** Where letters are typed: there a key of the portal is a letter. */
const typed = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

const remembered = 'keys';

/** Whether single keys act, those without Ctrl or ⌘; kept on the device, like the theme. */
export const singleKeyShortcutsEnabled = atom(readCookie(remembered) !== 'off');

/** Switches single keys on or off, beyond signing out. */
export function setSingleKeyShortcuts(on: boolean): void {
  writeCookie(remembered, on ? 'on' : 'off');
  singleKeyShortcutsEnabled.set(on);
}

/** Whether a key acts by itself here: nothing is typed, no window is open, and the person has not switched that off. */
export function isSingleKeyShortcut(event: KeyboardEvent): boolean {
  if (!singleKeyShortcutsEnabled.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  return !(event.target instanceof Element && event.target.closest(typed));
}

/** Whether a window, menu or list is open, which takes Escape for itself. */
export const isPopupOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null;

/**
 * Runs `onPress` when the key at this place is pressed alone (`KeyB`, `BracketLeft`), whatever letter the keyboard's layout
 * has there; `shift`: with Shift. Not while something is typed or a window is open.
 */
export function useKeyPress(code: string, onPress: () => void, { shift = false } = {}): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== code || event.shiftKey !== shift || !isSingleKeyShortcut(event)) return;
    event.preventDefault();
    onPress();
  });
  // With the page itself, not a moment after it: who sees a row may press its key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
