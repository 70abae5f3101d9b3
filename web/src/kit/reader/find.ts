import { foldText } from '@bilim/contract/texts.ts';
import type { PdfDocument } from './pdf.ts';

/** Where a searched text is within the pieces that a page's text is made of: piece and offset, from and to. */
export interface TextHit {
  readonly from: { readonly piece: number; readonly at: number };
  readonly to: { readonly piece: number; readonly at: number };
}

/** The pieces joined as they are searched, and which letter of which piece each letter comes from. */
function folded(pieces: readonly string[]): { text: string; from: { piece: number; at: number }[] } {
  let text = '';
  const from: { piece: number; at: number }[] = [];
  for (const [piece, letters] of pieces.entries())
    for (let at = 0; at < letters.length; at++) {
      // A blank folds to nothing by itself, and several count as one.
      const one = foldText(letters[at] ?? '') || (/\s/.test(letters[at] ?? '') && !text.endsWith(' ') ? ' ' : '');
      text += one;
      for (let unit = 0; unit < one.length; unit++) from.push({ piece, at });
    }
  return { text, from };
}

/** Every place of a text in the pieces of a page, whatever its case; it may go over several pieces. */
export function findHits(pieces: readonly string[], searched: string): TextHit[] {
  const wanted = foldText(searched);
  if (!wanted) return [];
  const { text, from } = folded(pieces);
  const hits: TextHit[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [from[at], from[at + wanted.length - 1]];
    if (first && last) hits.push({ from: first, to: { piece: last.piece, at: last.at + 1 } });
  }
  return hits;
}

/** The text of a page in the pieces that lie over its drawing, each end of a line a blank. */
export async function readPageTextPieces(pdf: Pick<PdfDocument, 'getPage'>, page: number): Promise<string[]> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return items.flatMap((one) => ('str' in one ? [one.str, ...(one.hasEOL ? [' '] : [])] : []));
}

/** The places of a text in the words that lie over a drawn page, in the order of the page. */
export function findHitRanges(layer: HTMLElement, searched: string): Range[] {
  const nodes: Node[] = [];
  const all = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = all.nextNode(); node; node = all.nextNode())
    if (node instanceof Text || node instanceof HTMLBRElement) nodes.push(node);
  const pieces = nodes.map((node) => (node instanceof Text ? node.data : ' '));
  return findHits(pieces, searched).map(({ from, to }) => {
    const range = document.createRange();
    const [first, last] = [nodes[from.piece], nodes[to.piece]];
    if (first) range.setStart(first, from.at);
    if (last) range.setEnd(last, to.at);
    return range;
  });
}

/** One of the hits: its page, and which of the page's hits it is, from 0. */
export interface HitPosition {
  readonly page: number;
  readonly nth: number;
}

/** How many hits are before the present one, itself included. */
export function computeHitNumber(counts: readonly number[], { page, nth }: HitPosition): number {
  return counts.slice(0, page - 1).reduce((sum, count) => sum + count, 0) + nth + 1;
}

/** The next hit, or the one before; past the last one the first follows. */
export function findAdjacentHit(counts: readonly number[], { page, nth }: HitPosition, by: 1 | -1): HitPosition {
  const there = (counts[page - 1] ?? 0) > nth + by && nth + by >= 0;
  if (there) return { page, nth: nth + by };
  for (let far = 1; far <= counts.length; far++) {
    const at = (((page - 1 + far * by) % counts.length) + counts.length) % counts.length;
    const count = counts[at] ?? 0;
    if (count) return { page: at + 1, nth: by > 0 ? 0 : count - 1 };
  }
  return { page, nth };
}
