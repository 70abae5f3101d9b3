import type { KeyboardEvent } from 'react';
import { singleKeyShortcutsEnabled } from '../core/keys.ts';
import { markNoticesSeen } from './notices.data.ts';

/** The rows that match, the place of the one that has the focus among them, and the one to which an arrow leads. */
function alongRows(event: KeyboardEvent<HTMLElement>, within: ParentNode, selector: string) {
  const rows = [...within.querySelectorAll<HTMLElement>(selector)];
  const place = rows.indexOf(document.activeElement as HTMLElement);
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  return { rows, place, next: step ? rows[Math.min(rows.length - 1, Math.max(0, place + step))] : undefined };
}

function isE({ code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return code === 'KeyE' && singleKeyShortcutsEnabled.get() && !ctrlKey && !altKey && !metaKey;
}

/** The number of the notice that a row shows, as a list; of another row none. */
const noticeOf = (row: HTMLElement | undefined) => [Number(row?.dataset.notice ?? 0)].filter(Boolean);

/** Among the rows of a list arrows go up and down, the first one from anywhere in it; E notes the one that has the focus as seen. */
export function handleNoticeKey(event: KeyboardEvent<HTMLElement>): void {
  const { rows, place, next } = alongRows(event, event.currentTarget, '[data-notice]');
  if (next) {
    next.focus();
    event.preventDefault();
  } else if (isE(event)) void markNoticesSeen(noticeOf(rows[place]));
}

/**
 * On a page of columns arrows go along the links and buttons of the one that has the focus; E notes what has it as seen,
 * which leaves the page: the focus goes on to the next.
 */
export function handleColumnKey(event: KeyboardEvent<HTMLElement>): void {
  const column = [...event.currentTarget.children].find((one) => one.contains(document.activeElement));
  if (!column) return;
  const { rows, place, next } = alongRows(event, column, 'a[href], button:enabled');
  if (place < 0) return;
  const seen = isE(event) ? noticeOf(rows[place]) : [];
  if (next || seen.length) event.preventDefault();
  (next ?? (seen.length ? (rows[place + 1] ?? rows[place - 1]) : undefined))?.focus();
  void markNoticesSeen(seen);
}
