import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

/** Holding a finger this long on a message opens its actions, in milliseconds. */
const holdFor = 350;
/** A finger that moves less than this many pixels stays; from the second number on it answers. */
const still = 8;
const answers = 56;
/** As far as the message follows the finger. */
const furthest = 72;

interface Touch {
  onHold: () => void;
  /** Null where nothing may be written. */
  onAnswer: (() => void) | null;
}

/** A finger on a message: one that stays opens its actions, one that moves to the right answers it. */
export function useMessageTouch({ onHold, onAnswer }: Touch) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef<{ x: number; y: number } | null>(null);
  const [moved, setMoved] = useState(0);
  const stop = () => {
    clearTimeout(timer.current);
    began.current = null;
    setMoved(0);
  };
  return {
    style: moved ? ({ transform: `translateX(${moved}px)` } satisfies CSSProperties) : undefined,
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      began.current = { x: event.clientX, y: event.clientY };
      timer.current = setTimeout(() => {
        stop();
        // The finger that lets go presses nothing of what has opened under it.
        addEventListener('touchend', (end) => end.preventDefault(), { once: true, capture: true, passive: false });
        onHold();
      }, holdFor);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!began.current) return;
      const [x, y] = [event.clientX - began.current.x, event.clientY - began.current.y];
      if (Math.hypot(x, y) > still) clearTimeout(timer.current);
      // Up and down is the browser's: it scrolls, and cancels the pointer.
      if (onAnswer && x > still && x > Math.abs(y)) setMoved(Math.min(x, furthest));
    },
    onPointerUp: () => {
      if (moved >= answers) onAnswer?.();
      stop();
    },
    onPointerCancel: stop,
    // The browser's own menu of a finger that stays.
    onContextMenu: (event: React.MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') event.preventDefault();
    },
  };
}
