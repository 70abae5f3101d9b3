import type { RoomEntry, RoomName } from '@bilim/contract/rooms.ts';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useRef } from 'react';
import { refetchChangedQueries } from '../core/queryClient.ts';

/** How far each tab was scrolled when another page was opened; conversations take the tabs away meanwhile. */
const places = new Map<RoomName, number>();

const scroller = () => document.getElementById('content');

/**
 * What a press on one of the phone's tabs does: the current one leads to its top, and reads again what is at the top already;
 * another one is found where it was left.
 */
export function useTabNavigation(current: RoomEntry | null): (event: MouseEvent, room: RoomEntry) => void {
  const router = useRouter();
  const here = useRef(current);
  here.current = current;
  const goingTo = useRef<RoomName | null>(null);
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged && here.current?.tab !== undefined) places.set(here.current.name, scroller()?.scrollTop ?? 0);
      }),
      router.subscribe('onRendered', () => {
        if (goingTo.current === null) return;
        scroller()?.scrollTo({ top: places.get(goingTo.current) ?? 0 });
        goingTo.current = null;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return (event, room) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (room !== current) {
      goingTo.current = room.name;
      return;
    }
    event.preventDefault();
    const content = scroller();
    if (!content?.scrollTop) refetchChangedQueries();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    content?.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
  };
}
