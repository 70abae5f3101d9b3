import { type RefObject, useEffect } from 'react';

/** Whether the style alone lets a field grow (`field-sizing`): measuring it at each letter lays out the whole page. */
const growsByStyle = CSS.supports('field-sizing', 'content');

/**
 * Lets a field grow with its text, up to the height that the style allows, in browsers that do not know `field-sizing: content`,
 * which its style must name; measured again when `open` changes.
 */
export function useAutoHeight(area: RefObject<HTMLTextAreaElement | null>, text: string, open = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useEffect(() => {
    if (growsByStyle || !area.current) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [text, open]);
}
