import { type PointerEvent, useEffect, useRef } from 'react';

/** A swipe is at least so long sideways, and at most so high, in pixels. */
const minHorizontalPixels = 56;
const maxVerticalPixels = 28;
/** A press that lasts so many milliseconds is a long one. */
const long = 500;

interface Gestures {
  onRight: () => void;
  onLeft: () => void;
  onLong: () => void;
}

/** Swipes and a long press on a line that scrolls with the page; the same can be done without them. */
export function useRowGestures({ onRight, onLeft, onLong }: Gestures) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The press has done something: the click that follows does nothing. */
  const spent = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    from.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse') return;
      spent.current = false;
      from.current = { x: event.clientX, y: event.clientY };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        spent.current = true;
        end();
        onLong();
      }, long);
    },
    onPointerMove(event: PointerEvent) {
      if (!from.current) return;
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10) clearTimeout(timer.current);
    },
    onPointerUp(event: PointerEvent) {
      if (!from.current) return;
      const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
      end();
      if (Math.abs(x) < minHorizontalPixels || Math.abs(y) > maxVerticalPixels) return;
      spent.current = true;
      if (x > 0) onRight();
      else onLeft();
    },
    onPointerCancel: end,
    onClickCapture(event: { stopPropagation: () => void; preventDefault: () => void }) {
      if (!spent.current) return;
      spent.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
    onContextMenu(event: { preventDefault: () => void }) {
      if (from.current || spent.current) event.preventDefault();
    },
  };
}
