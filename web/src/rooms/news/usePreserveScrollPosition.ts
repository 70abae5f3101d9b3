import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NewsFeedItem } from '../../announcements/announcement.data.ts';

/** What scrolls around the feed. */
function scrollerOf(element: Element | null): Element {
  for (let one = element?.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement ?? document.documentElement;
}

/**
 * Keeps what is being read where it is when newer items come in above, and counts those until they are seen.
 */
export function usePreserveScrollPosition(items: readonly NewsFeedItem[]) {
  const newest = items[0]?.id_eventMessage ?? 0;
  const seen = useRef(newest);
  const anchor = useRef<{ id: string; top: number } | null>(null);
  const [unseen, setUnseen] = useState(0);

  // Before every paint: bring back the item that was at the top of the view; then note which one is there now.
  useLayoutEffect(() => {
    const first = document.querySelector('[data-item]');
    const scroller = scrollerOf(first);
    const before = anchor.current;
    const moved = before && document.querySelector(`[data-item="${before.id}"]`);
    if (moved && before && scroller.scrollTop > 0) scroller.scrollTop += moved.getBoundingClientRect().top - before.top;
    if (!seen.current || scroller.scrollTop <= 0) seen.current = newest;
    setUnseen(items.filter((item) => item.id_eventMessage > seen.current).length);
  }, [items, newest]);

  useEffect(() => {
    const scroller = scrollerOf(document.querySelector('[data-item]'));
    const note = () => {
      const visible = [...document.querySelectorAll<HTMLElement>('[data-item]')].find(
        (one) => one.getBoundingClientRect().bottom > 0,
      );
      anchor.current = visible ? { id: visible.dataset.item ?? '', top: visible.getBoundingClientRect().top } : null;
      if (scroller.scrollTop <= 0) {
        seen.current = newest;
        setUnseen(0);
      }
    };
    note();
    const target = scroller === document.scrollingElement ? document : scroller;
    target.addEventListener('scroll', note, { passive: true });
    return () => target.removeEventListener('scroll', note);
  }, [newest]);

  return {
    unseen,
    seeNewest: () => scrollerOf(document.querySelector('[data-item]')).scrollTo({ top: 0 }),
  };
}
