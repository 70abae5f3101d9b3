import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './UndoToast.module.css';

/** How long it stays, in milliseconds; as long as it is pointed at or focused it stays. */
const stay = 8_000;

/** What was done, and how it is taken back. */
export interface UndoableAct {
  readonly text: string;
  /** Null: it cannot be taken back. */
  readonly undo: (() => void) | null;
}

interface Props {
  done: UndoableAct | null;
  /** «Вернуть» */
  name: string;
  onGone: () => void;
}

/** Says what an act did, and takes it back on a press. */
export function UndoToast({ done, name, onGone }: Props) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!done || isHeld) return;
    const timer = setTimeout(onGone, stay);
    return () => clearTimeout(timer);
  }, [done, isHeld, onGone]);
  return (
    <div className={styles.place} role="status">
      {done && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads it.
        <div
          className={styles.toast}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span>{done.text}</span>
          {done.undo && (
            <Button
              look="quiet"
              onClick={() => {
                setHeld(false);
                done.undo?.();
              }}
            >
              {name}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
