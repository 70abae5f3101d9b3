import { type PointerEvent, useRef, useState } from 'react';

/** Pixels that a finger moves for the next picture, or down to close. */
const far = 60;
/** Vertical distance in pixels over which the backdrop fades out. */
const fading = 400;

interface Fingers {
  zoom: number;
  onZoom: (zoom: number) => void;
  onGo: (by: number) => void;
  onClose: () => void;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const distance = ([a, b]: Place[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/**
 * Fingers on a picture: one moves sideways to the next or down to close, and the picture follows it down; two make it
 * larger and smaller. A large picture is moved about by the browser. `away`: how far it is on its way down, 0 to 1.
 */
export function usePinchAndSwipe({ zoom, onZoom, onGo, onClose }: Fingers) {
  const fingers = useRef(new Map<number, Place>());
  const began = useRef<Place | null>(null);
  const spread = useRef({ apart: 0, zoom: 1 });
  const [down, setDown] = useState(0);

  const onPointerDown = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    fingers.current.set(pointerId, { x, y });
    began.current = fingers.current.size === 1 ? { x, y } : null;
    spread.current = { apart: distance([...fingers.current.values()]), zoom };
    setDown(0);
  };
  const onPointerMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (!fingers.current.has(pointerId)) return;
    fingers.current.set(pointerId, { x, y });
    const { apart, zoom: before } = spread.current;
    if (apart > 0) onZoom((before * distance([...fingers.current.values()])) / apart);
    else if (began.current && zoom === 1) setDown(Math.max(0, y - began.current.y));
  };
  const onPointerUp = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = began.current;
    lift(pointerId);
    if (!from || zoom > 1) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) > far && Math.abs(x) > Math.abs(y)) onGo(x < 0 ? 1 : -1);
    else if (y > far) onClose();
  };
  const lift = (finger: number) => {
    fingers.current.delete(finger);
    began.current = null;
    spread.current = { apart: 0, zoom };
    setDown(0);
  };
  return {
    down,
    away: Math.min(1, down / fading),
    on: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: ({ pointerId }: PointerEvent) => lift(pointerId),
    },
  };
}
