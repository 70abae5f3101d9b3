import { homoglyphs } from '../core/homoglyphs.ts';

/** A key without what the eye overlooks: case, spaces, kinds of dashes, look-alike letters. */
export function looksLike(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/[\p{Pd}\u2212_]/gu, '-')
    .replaceAll('ё', 'е')
    .replace(/[a-z]/g, (letter) => homoglyphs[letter] ?? letter);
}

/** The same, without the zeros before a figure, which spreadsheets drop. */
const withoutZeros = (key: string): string => looksLike(key).replace(/(?<!\d)0+(?=\d)/g, '');

const indexes = new WeakMap<ReadonlySet<string>, Map<string, string>>();

/** The known key that looks like a wrong one, or null. */
export function similarKey(wrong: string, known: ReadonlySet<string>): string | null {
  let index = indexes.get(known);
  if (!index) {
    index = new Map([...known].map((key) => [withoutZeros(key), key]));
    indexes.set(known, index);
  }
  return index.get(withoutZeros(wrong)) ?? null;
}
