import { foldText, parseSearchWords, type SearchWord } from '@bilim/contract/texts.ts';
import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for `fold_text(...) like ...`: the text anywhere; null, which is like nothing, when it has no letters. */
export function toLikePattern(search: string): string | null {
  const text = literal(foldText(search));
  return text ? `%${text}%` : null;
}

/**
 * SQL condition: a folded text holds every word of a search anywhere, in any order; a word in Latin letters also as the
 * beginning of a Cyrillic one that sounds so. A search of nothing finds all.
 */
export const nameContainsWords = (db: Db, folded: Fragment, search: string): Fragment =>
  containsAllWordsSql(db, folded, parseSearchWords(search));

/**
 * The same for several folded texts of a row, each word of which stands in one of them: looked for in one after the other, for
 * putting them together for every row takes longer.
 */
export const columnsContainWords = (db: Db, columns: readonly Fragment[], search: string): Fragment =>
  parseSearchWords(search)
    .map((word) => columns.map((column) => containsAllWordsSql(db, column, [word])))
    .map((found) => db`(${found.reduce((left, right) => db`${left} or ${right}`)})`)
    .reduce((left, right) => db`${left} and ${right}`, db`true`);

/** The longest word of a search, which is in fewer texts than the others as a rule. */
const longestWord = (search: string): SearchWord[] =>
  parseSearchWords(search)
    .toSorted((one, other) => other.folded.length - one.folded.length)
    .slice(0, 1);

/** SQL condition: a folded text holds the longest word of a search. */
export const containsLongestWord = (db: Db, folded: Fragment, search: string): Fragment =>
  containsAllWordsSql(db, folded, longestWord(search));

/** SQL condition: a column may hold the longest word of a search. Plain Latin texts hold no other letters and are left out then. */
export const mayContainLongestWord = (db: Db, column: string, search: string): Fragment =>
  longestWord(search).some(({ folded }) => /[^ -~]/.test(folded))
    ? db`octet_length(${db(column)}) > length(${db(column)})`
    : db`true`;

function containsAllWordsSql(db: Db, folded: Fragment, words: readonly SearchWord[]): Fragment {
  const sounding = words.flatMap(({ folded: typed, cyrillic, initial }) =>
    cyrillic === null ? [] : [initial ? beginning(`${typed}|${cyrillic}`) : `${typed}|${beginning(cyrillic)}`],
  );
  // strpos compares bytes, where `like` walks from letter to letter.
  const all = words
    .filter(({ cyrillic }) => cyrillic === null)
    .reduce(
      (found, word) => db`${found} and strpos(${folded}, ${word.folded}) > 0`,
      sounding.length > 0 ? db`${folded} ~ all (${sounding}::text[])` : db`true`,
    );
  return db`(${all})`;
}

/** A regular expression of the database: a word begins so. */
const beginning = (pattern: string): string => `(^|[ -])(${pattern})`;

/** SQL condition: a word of a folded text begins like the whole search; in Latin letters also as it sounds. */
export function anyWordStartsWith(db: Db, folded: Fragment, search: string) {
  const words = parseSearchWords(search);
  const begin = literal(words.map(({ folded: word }) => word).join(' '));
  const patterns = begin ? [`${begin}%`, `% ${begin}%`] : [];
  const [word, ...more] = words;
  const cyrillic = more.length ? null : (word?.cyrillic ?? null);
  return db`(${folded} like any (${patterns}::text[])
    or ${folded} ~ ${cyrillic === null ? null : beginning(cyrillic)}::text)`;
}
