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
