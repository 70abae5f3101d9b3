import { foldText } from '@bilim/contract/texts.ts';

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for `fold_text(...) like ...`: the text anywhere; null, which is like nothing, when it has no letters. */
export function holding(search: string): string | null {
  const text = literal(foldText(search));
  return text ? `%${text}%` : null;
}

/** LIKE patterns for `fold_text(...) like all (...)`: every word anywhere, in any order; none for a search of nothing. */
export function holdingWords(search: string): string[] {
  return foldText(search)
    .split(' ')
    .filter(Boolean)
    .map((word) => `%${literal(word)}%`);
}

/** LIKE patterns for `... like any (...)`: a word of the folded text begins so; none for a search of nothing. */
export function beginning(search: string): string[] {
  const begin = literal(foldText(search));
  return begin ? [`${begin}%`, `% ${begin}%`] : [];
}
