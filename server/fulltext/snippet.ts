import { foldText } from '@bilim/contract/texts.ts';
import { kyrgyzStemLexemes } from './lexemes.ts';

/** A piece of a text, and in it, from and to by turns, the places of the letters that were searched. */
export interface HighlightedSnippet {
  readonly text: string;
  readonly marks: number[];
}

const pieceLength = 160;
const before = 60;

interface Token {
  readonly from: number;
  readonly raw: string;
  readonly word: string;
}

/** How surely a word of a text is what was searched: a form, or beginning alike; Russian forms are recognised by that alone. */
function likeness(word: string, wanted: string, keys: readonly string[]): number {
  if (word === wanted) return 4;
  // Forms begin alike, but for a few that are shorter than their stems; to compare those of every word would take long.
  if (word.slice(0, 2) === wanted.slice(0, 2) && shareOne(kyrgyzStemLexemes(word), keys)) return 3;
  const shared = sharedLetters(word, wanted);
  if (shared >= 3 && shared >= wanted.length - 3 && word.length - shared <= 3) return 2;
  return word.startsWith(wanted) ? 1 : 0;
}

const shareOne = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.includes(one));

function sharedLetters(word: string, wanted: string): number {
  let shared = 0;
  while (shared < word.length && word[shared] === wanted[shared]) shared++;
  return shared;
}

/**
 * Where the searched letters are in a text, from and to by turns: of each word that is a form of a searched one, or
 * begins so, what both have in common. Of several likenesses of a word the surest is taken.
 */
export function findMatchOffsets(text: string, words: readonly string[]): number[] {
  const tokens = readTokens(text, new Set(words.map((word) => word.charAt(0))));
  const marked = new Map<Token, number>();
  for (const wanted of words) {
    const keys = kyrgyzStemLexemes(wanted);
    const weighed = tokens.map((token) => ({ token, like: likeness(token.word, wanted, keys) }));
    const surest = weighed.reduce((most, { like }) => Math.max(most, like), 0);
    if (!surest) continue;
    // A form is a form: the word as it stands does not hide its other forms.
    for (const { token, like } of weighed)
      if (like >= Math.min(surest, 3)) marked.set(token, Math.max(marked.get(token) ?? 0, lengthOf(token, wanted)));
  }
  return tokens.flatMap((token) => {
    const length = marked.get(token);
    return length ? [token.from, token.from + length] : [];
  });
}

/**
 * The words of a text that begin with one of these letters, as the form of a searched word does. To fold all words of a hundred
 * pages would take longer than the database needs to find them.
 */
function readTokens(text: string, firstLetters: ReadonlySet<string>): Token[] {
  const folded = new Map<string, string>();
  const mayMatch = (raw: string) => {
    const first = raw.charAt(0);
    const known = folded.get(first) ?? foldText(first).charAt(0);
    folded.set(first, known);
    // An apostrophe is nothing: the word begins behind it.
    return known === '' || firstLetters.has(known);
  };
  return [...text.matchAll(/[\p{L}\p{N}'’ʼ]+/gu)].flatMap(({ 0: raw, index }) =>
    mayMatch(raw) ? [{ from: index, raw, word: foldText(raw) }] : [],
  );
}

/** How much of a word of a text is marked; with an apostrophe inside, or a stem of its own, the whole. */
function lengthOf({ raw, word }: Token, wanted: string): number {
  const shared = sharedLetters(word, wanted);
  return shared < 2 || raw.length !== word.length ? raw.length : shared;
}

/** The piece of a text around the first searched word, about 160 characters; its beginning without a hit. */
export function createSnippet(content: string, words: readonly string[]): HighlightedSnippet {
  const at = findMatchOffsets(content, words)[0] ?? 0;
  const from = Math.max(0, content.lastIndexOf(' ', Math.max(0, at - before)) + 1);
  const piece = content
    .slice(from, from + pieceLength)
    .replace(/\s+/g, ' ')
    .trim();
  const text = `${from > 0 ? '… ' : ''}${piece}${from + pieceLength < content.length ? ' …' : ''}`;
  return { text, marks: findMatchOffsets(text, words) };
}

/** The same as lists of found books tell it; nothing for a book that was found by its cover. */
export function createListSnippet(
  content: string | null,
  words: readonly string[],
): { snippet: string | null; marks: number[] } {
  if (content === null) return { snippet: null, marks: [] };
  const { text, marks } = createSnippet(content, words);
  return { snippet: text, marks };
}
