import { buildCyrillicPattern } from './transliteration.ts';

/** What a person would not see: blanks, control characters, joiners, lone marks, and letters that are drawn empty. */
const unseen = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a text shows nothing to a reader, however many characters it has. */
export const isBlank = (text: string): boolean => unseen.test(text);

const letters = { ё: 'е', ө: 'о', ү: 'у', ң: 'н' };
const blanks =
  '\t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
const dashes = '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d';
/** Characters that say how a text is drawn or broken into lines, and are not seen themselves. */
export const unicodeFormatCharacters =
  '\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\ufff9\ufffa\ufffb';
/** Apostrophes, and the stress that textbooks and dictionaries put over a vowel. */
const apostrophesAndStress = "'`´ʹʻʼʽʾʿˈ‘’‛′＇\u0301";
/** What a search takes for nothing. */
export const ignoredSearchCharacters = apostrophesAndStress + unicodeFormatCharacters;

/**
 * Letters that a Russian keyboard lacks, as they are typed on one; every blank as a space, every dash as a hyphen;
 * apostrophes, stress marks and format characters as nothing.
 */
const typedAs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(letters),
  ...[...blanks].map((blank) => [blank, ' '] as const),
  ...[...dashes].map((dash) => [dash, '-'] as const),
  ...[...ignoredSearchCharacters].map((nothing) => [nothing, ''] as const),
]);

/** All of these, which most texts have few of. */
const typedOtherwise = new RegExp(
  `[${[...typedAs.keys()].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`,
  'g',
);

/** One UTF-16 unit as a search compares it; pieces of a pair stay as they are. */
const foldUnit = (unit: string): string => {
  const small = unit.toLowerCase();
  return typedAs.get(small) ?? small;
};

/**
 * A text as every search of the portal compares it: any case, without the letters that a Russian keyboard lacks, without
 * apostrophes, stress marks and format characters, with single blanks and none at the ends, every dash a hyphen. The database
 * has the same as `fold_text`, for texts in NFC, as everything that is stored is.
 */
export function foldText(text: string): string {
  const small = text.normalize('NFC').toLowerCase();
  return small
    .replace(typedOtherwise, (unit) => typedAs.get(unit) ?? unit)
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '');
}

/** A word of a search: it stands anywhere in a text, or, as one in Latin letters that sounds so, at the beginning of a word. */
export interface SearchWord {
  readonly folded: string;
  /** The pattern of the Cyrillic word that a Latin one may stand for; of an initial the letter itself. */
  readonly cyrillic: string | null;
  /** One letter for a name: it begins a word, and is nowhere else. */
  readonly initial: boolean;
}

/** Signs that are around words and are none of them. */
const around = /^[.,;:!?"«»“”„()[\]{}<>…/|\\-]+|[.,;:!?"«»“”„()[\]{}<>…/|\\-]+$/gu;
/** Initials as pages of the portal write them: Д., Д.Н. */
const initials = /^(?:\p{L}\.)+\p{L}?$/u;

/**
 * The words of a search as they are matched: folded, without the signs around them, initials one by one; for a word
 * in Latin letters also the Cyrillic ones for which it may stand. Where there is nothing but signs, these are
 * matched.
 */
export function parseSearchWords(search: string): SearchWord[] {
  const parts = foldText(search).split(' ').filter(Boolean);
  const words = parts.flatMap((part) => {
    if (initials.test(part))
      return part
        .split('.')
        .filter(Boolean)
        .map((letter) => asInitial(letter));
    const folded = part.replace(around, '');
    return folded ? [{ folded, cyrillic: buildCyrillicPattern(folded), initial: false }] : [];
  });
  return words.length ? words : parts.map((folded) => ({ folded, cyrillic: null, initial: false }));
}

const asInitial = (letter: string): SearchWord => ({
  folded: letter,
  cyrillic: buildCyrillicPattern(letter) ?? letter,
  initial: true,
});

/** A word of a folded text begins so. */
const beginsSo = (pattern: string): RegExp => new RegExp(`(?<=^|[ -])${pattern}`);

/** Whether a text holds every word of a search, in any order and however it is typed. */
export function containsAllWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return parseSearchWords(search).every(
    (word) =>
      (word.initial ? beginsSo(word.folded).test(folded) : folded.includes(word.folded)) ||
      (word.cyrillic !== null && beginsSo(word.cyrillic).test(folded)),
  );
}

/** Where a text holds another when both are folded, as positions of the text itself; null: nowhere. */
export function findFoldedMatch(text: string, wanted: string): { from: number; to: number } | null {
  const sought = foldText(wanted);
  if (!sought) return null;
  let folded = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = foldUnit(text.charAt(at));
    if (!unit || (unit === ' ' && folded.endsWith(' '))) continue;
    folded += unit;
    for (let count = 0; count < unit.length; count++) places.push(at);
  }
  const found = placeOf(folded, sought);
  if (!found) return null;
  return { from: places[found.at] as number, to: (places[found.at + found.length - 1] as number) + 1 };
}

function placeOf(folded: string, sought: string): { at: number; length: number } | null {
  const at = folded.indexOf(sought);
  if (at >= 0) return { at, length: sought.length };
  const cyrillic = buildCyrillicPattern(sought);
  const found = cyrillic === null ? null : beginsSo(cyrillic).exec(folded);
  return found && { at: found.index, length: found[0].length };
}

/** A heading of a sheet without case, signs and double blanks. */
export const foldHeading = (text: string): string => foldText(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
