import { type RefObject, useEffect, useRef } from 'react';
import { markNoticesSeen, type Notice } from '../../notices/notices.data.ts';

/** Whoever has had a row before their eyes for so many milliseconds has seen it. */
const stay = 2_000;

/** Notes what stays on the screen as seen. What was made new again by hand while it was there stays new. */
export function useMarkVisibleNoticesSeen(within: RefObject<HTMLElement | null>, rows: readonly Notice[]): void {
  const noted = useRef(new Set<number>());
  useEffect(() => {
    const fresh = new Set(rows.filter(({ id, isNew }) => isNew && !noted.current.has(id)).map(({ id }) => id));
    const before = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = Number((target as HTMLElement).dataset.notice);
        if (isIntersecting) before.add(id);
        else before.delete(id);
      }
      clearTimeout(timer);
      if (before.size) timer = setTimeout(note, stay);
    });
    const note = () => {
      if (document.visibilityState === 'hidden') return;
      const ids = [...before];
      for (const id of ids) noted.current.add(id);
      void markNoticesSeen(ids).then((taken) => {
        if (!taken) for (const id of ids) noted.current.delete(id);
      });
    };
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible' && before.size) timer = setTimeout(note, stay);
    };
    for (const row of within.current?.querySelectorAll<HTMLElement>('[data-notice]') ?? [])
      if (fresh.has(Number(row.dataset.notice))) watch.observe(row);
    document.addEventListener('visibilitychange', look);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [within, rows]);
}
