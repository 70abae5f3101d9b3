import type { Fragment } from 'postgres';
import type { Db } from '../database/database.ts';
import { buildWordQuery, type MatchMode, stemPrefix } from '../fulltext/search.ts';
import { sqlFragment } from './university.queries.ts';

/** Names are compared word by word: shorter words are looked for whole, as too many others begin with them. */
const minPrefixLength = 4;

/** SQL condition: a word of the folded names in a column is the word of a search, or begins as its forms do. */
function nameHolds(db: Db, folded: Fragment, word: string) {
  const pattern = word.length < minPrefixLength ? `% ${word} %` : `% ${stemPrefix(word)}%`;
  return db`' ' || translate(${folded}, E'\n-', '  ') || ' ' like ${pattern}`;
}

/** SQL condition: the cover of book or material `row`, or the name of the shelf on which it stands, holds all words. */
export function bookMatchesWords(db: Db, row: string, words: readonly string[], sense: MatchMode) {
  return allOf(db, words, (word) => onCoverOrShelf(db, row, word, sense));
}

/** SQL condition: the same of material `row`, whose discipline may hold a word too. */
export function materialMatchesWords(db: Db, row: string, words: readonly string[], sense: MatchMode) {
  const discipline = sqlFragment(db, `${row}.discipline_id`);
  const names = sqlFragment(db, `fold_text(concat_ws(E'\n', name_ru, name_kg, name_en))`);
  return allOf(
    db,
    words,
    (word) => db`(${onCoverOrShelf(db, row, word, sense)}
      or ${discipline} = any (array(select id from discipline where ${nameHolds(db, names, word)})))`,
  );
}

function onCoverOrShelf(db: Db, row: string, word: string, sense: MatchMode) {
  return db`(${sqlFragment(db, `${row}.words`)} @@ ${buildWordQuery(db, word, sense)}
    or ${sqlFragment(db, `${row}.category_id`)} = any (array(
      select id from book_category where ${nameHolds(db, sqlFragment(db, 'folded'), word)})))`;
}

const allOf = (db: Db, words: readonly string[], one: (word: string) => Fragment): Fragment =>
  words.map(one).reduce((all, next) => db`${all} and ${next}`);
