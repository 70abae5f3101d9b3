import { type RefObject, useEffect } from 'react';

/**
 * Tells a part of the page as `--keyboard` by how much a phone's keyboard covers what scrolls around it: what sticks to the
 * foot is above the keyboard then. Browsers do not make the page itself shorter.
 */
export function useKeyboardInset(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      const foot = document.getElementById('content')?.getBoundingClientRect().bottom ?? innerHeight;
      const covered = Math.max(0, foot - view.offsetTop - view.height);
      part.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    for (const event of ['resize', 'scroll']) view.addEventListener(event, measure);
    return () => {
      for (const event of ['resize', 'scroll']) view.removeEventListener(event, measure);
    };
  }, [part]);
}
