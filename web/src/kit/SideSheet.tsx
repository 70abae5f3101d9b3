import down from 'icon:arrow-down';
import up from 'icon:arrow-up';
import { type ReactNode, useEffect, useRef } from 'react';
import { singleKeyShortcutsEnabled } from '../core/keys.ts';
import { IconButton } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './SideSheet.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Whom or what it is about, under the title. */
  about: ReactNode;
  /** To the row before or after the one that is open; null: there is none. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  names: { up: string; down: string };
  /** Other keys of the row, by their place on the keyboard. */
  keys?: Readonly<Record<string, (() => void) | undefined>>;
  /** What is done with the row; it stays at the bottom. */
  foot: ReactNode;
  children: ReactNode;
}

const typed = 'input, textarea, select, [contenteditable]';

/** One row of a list at the right, a bottom sheet on the phone; J and K go on to the rows behind it. */
export function SideSheet({ open, onClose, title, about, onUp, onDown, names, keys, foot, children }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  press.current = (event) => {
    const isTyped = event.target instanceof Element && event.target.closest(typed);
    if (isTyped || !singleKeyShortcutsEnabled.get() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    const handler = { KeyJ: onDown, KeyK: onUp, ...keys }[event.code];
    // A second window over the sheet has keys of its own.
    const window = body.current?.closest('[role=dialog]');
    if (!handler || !window || (event.target instanceof Node && !window.contains(event.target))) return;
    event.preventDefault();
    handler();
  };
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => press.current?.(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [open]);
  return (
    <Dialog open={open} drawer="right" title={title} onClose={onClose}>
      <div ref={body} className={styles.sheet}>
        <div className={styles.about}>
          <div>{about}</div>
          <IconButton icon={up} label={names.up} disabled={!onUp} onClick={() => onUp?.()} />
          <IconButton icon={down} label={names.down} disabled={!onDown} onClick={() => onDown?.()} />
        </div>
        <div className={styles.body}>{children}</div>
        <div className={styles.foot}>{foot}</div>
      </div>
    </Dialog>
  );
}
