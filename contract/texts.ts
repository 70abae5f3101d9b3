import { cyrillicFor } from './latin.ts';

/** What a person would not see: blanks, control characters, joiners, lone marks, and letters that are drawn empty. */
const unseen = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a text shows nothing to a reader, however many characters it has. */
export const isBlank = (text: string): boolean => unseen.test(text);

const letters = { ё: 'е', ө: 'о', ү: 'у', ң: 'н' };
const blanks = '\t\n\r\u00a0\u2009\u202f';
const apostrophes = "'`´ʹʻʼʽʾʿˈ‘’‛′＇";

/** Letters that a Russian keyboard lacks, as they are typed on one; every blank as a space; apostrophes as nothing. */
const typedAs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(letters),
  ...[...blanks].map((blank) => [blank, ' '] as const),
  ...[...apostrophes].map((apostrophe) => [apostrophe, ''] as const),
]);

/** One UTF-16 unit as a search compares it; pieces of a pair stay as they are. */
const foldUnit = (unit: string): string => {
  const small = unit.toLowerCase();
  return typedAs.get(small) ?? small;
};

/**
 * A text as every search of the portal compares it: any case, without the letters that a Russian keyboard lacks, without
 * apostrophes, with single blanks and none at the ends. The database has the same as `fold_text`, for
 * texts in NFC, as everything that is stored is.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').split('').map(foldUnit).join('').replace(/ +/g, ' ').replace(/^ | $/g, '');
}

/** The words of a search as they are looked for: folded; of one in Latin letters also the Cyrillic ones it may stand for. */
export function soughtWords(search: string): { folded: string; cyrillic: string | null }[] {
  return foldText(search)
    .split(' ')
    .filter(Boolean)
    .map((folded) => ({ folded, cyrillic: cyrillicFor(folded) }));
}

/** A word of a folded text begins so. */
const beginsSo = (pattern: string): RegExp => new RegExp(`(?<=^|[ -])${pattern}`);

/** Whether a text holds every word of a search, in any order and however it is typed. */
export function holdsWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return soughtWords(search).every(
    (word) => folded.includes(word.folded) || (word.cyrillic !== null && beginsSo(word.cyrillic).test(folded)),
  );
}

/** Where a text holds another when both are folded, as positions of the text itself; null: nowhere. */
export function findFolded(text: string, wanted: string): { from: number; to: number } | null {
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
  const cyrillic = cyrillicFor(sought);
  const found = cyrillic === null ? null : beginsSo(cyrillic).exec(folded);
  return found && { at: found.index, length: found[0].length };
}

/** A heading of a sheet without case, signs and double blanks. */
export const foldHeading = (text: string): string => foldText(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
