import { cyrillicHomoglyphs } from '../core/homoglyphs.ts';

/** A key without what the eye overlooks: case, spaces, kinds of dashes, look-alike letters. */
export function foldConfusableKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/[\p{Pd}\u2212_]/gu, '-')
    .replaceAll('ё', 'е')
    .replace(/[a-z]/g, (letter) => cyrillicHomoglyphs[letter] ?? letter);
}

/** The same, without the zeros before a figure, which spreadsheets drop. */
const withoutZeros = (key: string): string => foldConfusableKey(key).replace(/(?<!\d)0+(?=\d)/g, '');

const indexes = new WeakMap<ReadonlySet<string>, Map<string, string>>();

/** The known key that looks like a wrong one, or null. */
export function findSimilarKey(wrong: string, known: ReadonlySet<string>): string | null {
  let index = indexes.get(known);
  if (!index) {
    index = new Map([...known].map((key) => [withoutZeros(key), key]));
    indexes.set(known, index);
  }
  return index.get(withoutZeros(wrong)) ?? null;
}

/** Letters, folded, that are typed for the figure which they look like, the most usual one of a figure first. */
const figureOf: Readonly<Record<string, string>> = { б: '6', о: '0', l: '1', і: '1', ӏ: '1', з: '3', s: '5', z: '2' };

/** A folded key in which letters that look like figures are figures. */
export const foldDigitLookalikes = (folded: string): string =>
  folded.replace(/[боlіӏзsz]/g, (letter) => figureOf[letter] ?? letter);

/** A place where a letter stands for a figure, or a figure for a letter, as both were written. */
export interface DigitLetterMixup {
  readonly wrong: string;
  readonly right: string;
}

const figureIndexes = new WeakMap<ReadonlySet<string>, Map<string, string>>();

/** The known key that a wrong one is but for letters that stand for figures, or figures for letters, or null. */
export function findKeyWithSwappedDigits(wrong: string, known: ReadonlySet<string>): string | null {
  const fold = (key: string) => foldDigitLookalikes(foldConfusableKey(key));
  let index = figureIndexes.get(known);
  if (!index) {
    index = new Map([...known].map((key) => [fold(key), key]));
    figureIndexes.set(known, index);
  }
  return index.get(fold(wrong)) ?? null;
}

/** Where two texts that look alike first have a letter and a figure for each other; null: they differ otherwise. */
export function findDigitLetterMixup(wrong: string, right: string): DigitLetterMixup | null {
  const [own, other] = [wrong, right].map((text) => [...text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '')]);
  if (!own || !other || own.length !== other.length) return null;
  for (const [place, letter] of own.entries()) {
    const meant = other[place] ?? '';
    const [a, b] = [foldConfusableKey(letter), foldConfusableKey(meant)];
    if (a === b) continue;
    return foldDigitLookalikes(a) === foldDigitLookalikes(b) ? { wrong: letter, right: meant } : null;
  }
  return null;
}

const lookLatin = new Set(Object.values(cyrillicHomoglyphs));

/**
 * The first word in which letters of the other alphabet stand that look like its own, or null: nobody who types that name finds
 * the person. A word of both alphabets whose letters cannot be mistaken, such as `Webде`, is none.
 */
export function findMixedScriptWord(text: string): string | null {
  if (!/[a-z]/i.test(text) || !/\p{Script=Cyrillic}/u.test(text)) return null;
  const isMixed = (word: string) => {
    const [latin, cyrillic] = [word.match(/[a-z]/g) ?? [], word.match(/\p{Script=Cyrillic}/gu) ?? []];
    if (!latin.length || !cyrillic.length) return false;
    return latin.every((letter) => letter in cyrillicHomoglyphs) || cyrillic.every((letter) => lookLatin.has(letter));
  };
  return text.match(/\p{L}+/gu)?.find((word) => isMixed(word.toLowerCase())) ?? null;
}
