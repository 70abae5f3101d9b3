import { foldText } from '@bilim/contract/texts.ts';

/** The names under which the stylesheet knows what is marked: what was searched, and the place one is at. */
type Name = 'found' | 'found-now';

const words = /[\p{L}\p{N}'’ʼ]+/gu;

/** The words of a text that begin with one of the searched ones, from and to. */
export function findMatches(text: string, searched: readonly string[]): { from: number; to: number }[] {
  const folded = searched.map(foldText).filter(Boolean);
  return [...text.matchAll(words)]
    .filter(([word]) => folded.some((one) => foldText(word).startsWith(one)))
    .map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
}

/**
 * Marks the searched words in the texts of an element without changing it; a browser that cannot marks none. Gives the
 * first place, and a way to take the marks back.
 */
export function highlightWords(
  element: HTMLElement,
  searched: readonly string[],
): { first: Range | null; undo: () => void } {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node && searched.length; node = texts.nextNode())
    for (const { from, to } of findMatches(node.nodeValue ?? '', searched)) {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  return { first: ranges[0] ?? null, undo: highlightRanges('found', ranges) };
}

/** Marks places of texts; gives a way to take the marks back. A browser that cannot marks none. */
export function highlightRanges(name: Name, ranges: readonly Range[]): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  const marked = CSS.highlights.get(name) ?? new Highlight();
  for (const range of ranges) marked.add(range);
  CSS.highlights.set(name, marked);
  return () => {
    for (const range of ranges) marked.delete(range);
  };
}

/** Scrolls a place into the middle of what scrolls. */
export function scrollToRange(range: Range, scroller: Element): void {
  const { top, height } = range.getBoundingClientRect();
  const window = scroller.getBoundingClientRect();
  scroller.scrollBy({ top: top + height / 2 - (window.top + window.height / 2) });
}
