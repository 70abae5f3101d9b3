import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** Pixels after which a finger drags the row instead of scrolling the page, and from which on letting go triggers the action. */
const begins = 10;
const counts = 72;

/** A row that a finger swipes to the left: what goes onto its element. The page scrolls up and down as before. */
export function useSwipeLeft(onLeft: (() => void) | null) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [dragged, setDragged] = useState(0);
  /** The same at once: a quick finger is gone before the row is drawn where it let go. */
  const reached = useRef(0);
  const drag = (to: number) => {
    reached.current = to;
    setDragged(to);
  };
  /** Suppresses the click that follows a drag. */
  const wasDragged = useRef(false);
  const end = () => {
    from.current = null;
    drag(0);
  };
  return {
    style: dragged ? { transform: `translateX(${dragged}px)`, transition: 'none' } : undefined,
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      wasDragged.current = false;
      if (onLeft && pointerType === 'touch') from.current = { x, y };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current) return;
      const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
      if (!wasDragged.current) {
        if (Math.abs(y) > begins) from.current = null;
        if (x > -begins || Math.abs(y) > begins) return;
        wasDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      drag(Math.min(0, x));
    },
    onPointerUp: () => {
      if (reached.current <= -counts) onLeft?.();
      end();
    },
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
