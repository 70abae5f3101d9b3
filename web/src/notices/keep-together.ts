import { insertWordJoiners } from '../core/wordJoiners.ts';

/**
 * Keeps together, where a line of the phone ends: a dot with what is before it, initials, a number with its word («101-ауд.»,
 * «22 сентября»), and the sign at the end of a name («обучение I») with its last word.
 */
export const insertNonBreakingSpaces = (text: string): string =>
  insertWordJoiners(
    text
      .replaceAll(' · ', '\u00a0· ')
      .replace(/ (?=\p{Lu}\p{Ll}?\.)/gu, '\u00a0')
      .replace(/(?<=\d) (?=\p{L})| (?=[\p{L}\d]{1,2}(?:\u00a0·|$))/gu, '\u00a0'),
  );
