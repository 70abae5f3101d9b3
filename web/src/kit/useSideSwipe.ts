import { type TouchEvent, useRef } from 'react';

/** Pixels from which on a swipe counts, and how much of it may go up or down. */
const counts = 64;
const slope = 0.5;
/** The browser's own step back begins at the edge of the screen. */
const edge = 24;

/** Whether a finger that comes down here moves something by itself: text that is marked, or what scrolls sideways. */
function isTaken(target: EventTarget | null, page: Element): boolean {
  for (let one = target instanceof Element ? target : null; one && one !== page; one = one.parentElement) {
    if (one.matches('input, textarea')) return true;
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
  }
  return false;
}

/** A page whose neighbours a finger brings by a swipe to the side; each has a button too. What goes onto its element. */
export function useSideSwipe(onSwipe: ((by: 1 | -1) => void) | null) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches[0];
      const isFree = onSwipe && finger && touches.length === 1 && !isTaken(target, currentTarget);
      const isInside = finger && finger.clientX > edge && finger.clientX < innerWidth - edge;
      from.current = isFree && isInside ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!from.current || !finger) return;
      const [x, y] = [finger.clientX - from.current.x, finger.clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) >= counts && Math.abs(y) <= Math.abs(x) * slope) onSwipe?.(x < 0 ? 1 : -1);
    },
    onTouchCancel: () => {
      from.current = null;
    },
  };
}
