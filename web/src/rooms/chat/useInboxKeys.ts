import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { useKeyPress } from '../../core/keys.ts';

/** The rows of the list, as the page has them. */
const rowsOf = (box: RefObject<HTMLElement | null>) => [
  ...(box.current?.querySelectorAll<HTMLElement>('a[data-conversation]') ?? []),
];

/** Puts the focus so many rows further, at first on the conversation that is open. */
function move(box: RefObject<HTMLElement | null>, by: 1 | -1): void {
  const rows = rowsOf(box);
  const focused = rows.findIndex((row) => row.matches(':focus'));
  const open = rows.findIndex((row) => row.ariaCurrent !== null);
  const at = focused >= 0 ? focused : open;
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

/** Opens the next conversation above or below the open one in which something is unread. */
function openUnread(box: RefObject<HTMLElement | null>, by: 1 | -1): void {
  const rows = rowsOf(box);
  const open = rows.findIndex((row) => row.ariaCurrent !== null);
  const next = by === 1 ? rows.slice(open + 1) : rows.slice(0, Math.max(0, open)).reverse();
  next.find((row) => row.dataset.unread !== undefined)?.click();
}

/** The keys of the inbox: J and K move, C writes to somebody new, the slash searches, Alt with arrows opens what is unread. */
export function useInboxKeys(box: RefObject<HTMLElement | null>, onWrite: () => void) {
  useKeyPress('KeyJ', () => move(box, 1));
  useKeyPress('KeyK', () => move(box, -1));
  useKeyPress('KeyC', onWrite);
  useKeyPress('Slash', () => box.current?.querySelector<HTMLElement>('[type=search]')?.focus());
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      openUnread(box, event.key === 'ArrowDown' ? 1 : -1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [box]);
  /** For the list itself: arrows move in it. */
  return (event: KeyboardEvent) => {
    if (event.altKey || !(event.target instanceof Element && event.target.matches('a[data-conversation]'))) return;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(box, event.key === 'ArrowDown' ? 1 : -1);
  };
}

/** Leads from the line to write in back to the list: to the open conversation. */
export function focusOpenConversation(): void {
  document.querySelector<HTMLElement>('a[data-conversation][aria-current]')?.focus();
}
