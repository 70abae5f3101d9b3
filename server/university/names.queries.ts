import { foldText, soughtWords } from '@bilim/contract/texts.ts';
import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for `fold_text(...) like ...`: the text anywhere; null, which is like nothing, when it has no letters. */
export function holding(search: string): string | null {
  const text = literal(foldText(search));
  return text ? `%${text}%` : null;
}

/**
 * SQL condition: a folded text holds every word of a search anywhere, in any order; a word in Latin letters also as the
 * beginning of a Cyrillic one that sounds so. A search of nothing finds all.
 */
export function holdsWords(db: Db, folded: Fragment, search: string) {
  const words = soughtWords(search);
  const plain = words.filter(({ cyrillic }) => cyrillic === null).map((word) => `%${literal(word.folded)}%`);
  const sounding = words.flatMap(({ folded: typed, cyrillic }) =>
    cyrillic === null ? [] : [eitherWay(typed, cyrillic)],
  );
  return db`(${folded} like all (${plain}::text[]) and ${folded} ~ all (${sounding}::text[]))`;
}

/** A regular expression of the database: the Latin word as it stands anywhere, or a word that sounds so. */
const eitherWay = (typed: string, cyrillic: string): string => `${typed}|(^|[ -])${cyrillic}`;

/** SQL condition: a word of a folded text begins like the whole search; in Latin letters also as it sounds. */
export function beginsLike(db: Db, folded: Fragment, search: string) {
  const typed = foldText(search);
  const begin = literal(typed);
  const patterns = begin ? [`${begin}%`, `% ${begin}%`] : [];
  const [word, ...more] = soughtWords(search);
  const cyrillic = more.length ? null : (word?.cyrillic ?? null);
  return db`(${folded} like any (${patterns}::text[])
    or ${folded} ~ ${cyrillic === null ? null : `(^|[ -])${cyrillic}`}::text)`;
}
