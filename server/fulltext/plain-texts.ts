import { ignoredSearchCharacters } from '@bilim/contract/texts.ts';
import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { detectLanguage, isLanguageUnclear, isLikelyRussian } from './language.ts';
import { kyrgyzStemLexemes, splitFoldedWords } from './lexemes.ts';
import type { MatchMode } from './search.ts';

/**
 * Searches in short texts without stored lexemes: few enough to be looked at one by one. The database selects those
 * that may hold the words (`mayContainWords`) and gives Russian forms (`russianFormMatchesSql`); `matchesAllWordForms` decides.
 */

/** What stands for nothing in a search, as a class of a regular expression. */
const ignored = `[${ignoredSearchCharacters}]`;

/**
 * SQL: a text nearly as `fold_text` has it, which takes fifteen times as long; blanks are none of a word's letters. `translate`
 * compares each letter with all that stands for nothing, of which most texts hold none.
 */
const roughly = (db: Db, text: Fragment) => db`
  replace(replace(replace(replace(
    case when ${text} ~ ${ignored}::text then regexp_replace(lower(${text}), ${ignored}::text, '', 'g') else lower(${text}) end,
    'ё', 'е'), 'ө', 'о'), 'ү', 'у'), 'ң', 'н')`;

/** SQL condition: the text may hold all words. None that holds them is left out. */
export function mayContainWords(db: Db, text: Fragment, words: readonly string[]) {
  const conditions = words.map((word) => {
    // Of a stem the last letter may be another one: китеп, китеби; башта, баштоо. It may be spelled out: дарыя, дарыйа.
    const stems = kyrgyzStemLexemes(word).flatMap((key) => [key.slice(1), spelled(key.slice(1))]);
    const begin = [...new Set([word, ...stems.map((stem) => stem.slice(0, stem.length > 2 ? -1 : undefined))])];
    return db`(folded like any (${begin.map((one) => `%${one}%`)}::text[])
      or folded like '%' || (select (${stemmed(db, word)})[1]) || '%')`;
  });
  // Folded once for all conditions: with `offset 0` the planner does not write it into each of them.
  return db`(select ${conditions.reduce((all, one) => db`${all} and ${one}`)} from (select ${roughly(db, text)} as folded offset 0) texts)`;
}

/** A stem as words begin with it: after a vowel йа and йу are one letter. */
const spelled = (stem: string): string =>
  stem.replace(/(?<=[аеиоуы])й[ау]/g, (letters) => (letters.endsWith('а') ? 'я' : 'ю'));

const stemmed = (db: Db, word: string) =>
  db`ts_lexize(${/^[a-z]+$/.test(word) ? 'english_stem' : 'russian_stem'}::regdictionary, ${word})`;

/** SQL `boolean[]`: of each word whether the text holds one of its forms by the rules of Russian, or English. */
export function russianFormMatchesSql(db: Db, text: Fragment, words: readonly string[]) {
  const found = words.map(
    (word) =>
      db`to_tsvector('pg_catalog.russian', fold_text(${text})) @@ (select plainto_tsquery('pg_catalog.russian', ${word}))`,
  );
  return db`array[${found.reduce((all, one) => db`${all}, ${one}`)}]`;
}

/** Whether a text holds all words of a search. */
export function matchesAllWordForms(
  text: string,
  words: readonly string[],
  russian: readonly boolean[],
  sense: MatchMode,
): boolean {
  const own = splitFoldedWords(text);
  const written = detectLanguage(lettersOf(text));
  const isRussian = (word: string) =>
    isLikelyRussian(word) || (written !== 'kyrgyz' && !(written === 'either' && isLanguageUnclear(word)));
  return words.every((word, place) => {
    if (own.includes(word)) return true;
    if (sense === 'beginnings' && own.some((one) => one.startsWith(word))) return true;
    if (russian[place] && isRussian(word)) return true;
    const keys = kyrgyzStemLexemes(word);
    return own.some((one) => one[0] === word[0] && kyrgyzStemLexemes(one).some((key) => keys.includes(key)));
  });
}

const lettersOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];
