import { type RefObject, useEffect } from 'react';

/** Lets a field grow with its text, up to the height that the style allows; looked at anew when `open` changes. */
export function useAutoHeight(area: RefObject<HTMLTextAreaElement | null>, text: string, open = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useEffect(() => {
    if (!area.current) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [text, open]);
}
