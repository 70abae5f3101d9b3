import type { PendingQuery, Row } from 'postgres';
import type { Db } from '../database/database.ts';
import type { StoredFile } from '../files/files.ts';
import { isLanguageUnclear } from './language.ts';
import { kyrgyzStemLexemes, splitFoldedWords } from './lexemes.ts';

/** Types whose text can be taken out. */
export const extractableMimeTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/epub+zip',
  'text/plain',
] as const;

/**
 * Office files whose own text serves a search better than that of their pages: slides have the numbers of their pages, and
 * tables are cut at the edges of theirs.
 */
export const typesSearchedByOwnText: readonly string[] = extractableMimeTypes.filter((type) =>
  /(presentationml\.presentation|spreadsheetml\.sheet)$/.test(type),
);

/** Asks for a file's text in the same transaction as the file; a process of its own takes it out (reading-process.ts). */
export async function requestTextExtraction(db: Db, file: StoredFile): Promise<void> {
  if (!(extractableMimeTypes as readonly string[]).includes(file.type)) return;
  await db`insert into file_text (file_id) values (${file.id}) on conflict do nothing`;
}

/** Pages that one search weighs: words that are everywhere are on more, and nobody looks through those. */
const maxPages = 200;
/** Files that one search gives. */
const maxFiles = 100;
const maxWords = 8;
/** A beginning of fewer letters is that of too many words. */
const minPrefixLength = 3;

/**
 * How a word of a search is matched: `forms`, the word in all its forms; `beginnings`, also every word that begins
 * with it, for whoever has not typed to the end. The second is tried when the first finds nothing.
 */
export type MatchMode = 'forms' | 'beginnings';

/** The words of a search, folded, at most eight. */
export function parseFoldedSearchWords(text: string): string[] {
  return splitFoldedWords(text).slice(0, maxWords);
}

/**
 * A beginning that most forms of a word share, to look for in names that have no words of their own kept.
 */
export function stemPrefix(word: string): string {
  return word.length < 5 ? word : word.slice(0, Math.max(4, word.length - (word.length > 7 ? 3 : 2)));
}

/**
 * SQL: the full-text query that wants one word, for what `lexemes.ts` keeps. As a sub-select it is made once; the bare
 * functions would be called for every row, and warn of stop words each time.
 */
export function buildWordQuery(db: Db, word: string, sense: MatchMode) {
  const wanted = [
    `'${word}'${sense === 'beginnings' && word.length >= minPrefixLength ? ':*' : ''}`,
    ...kyrgyzStemLexemes(word).map((key) => `'${key}'`),
  ].join(' | ');
  const russian = db`plainto_tsquery('pg_catalog.russian', ${word})`;
  // Of an unclear word the Russian stem is no other word that is in the text.
  return isLanguageUnclear(word)
    ? db`(select ${wanted}::text::tsquery || regexp_replace(${russian}::text, '''$', ''':D')::tsquery)`
    : db`(select ${wanted}::text::tsquery || ${russian})`;
}

/** SQL: the full-text query that wants all words. */
export function fullTextQuery(db: Db, words: readonly string[], sense: MatchMode) {
  return db`(select ${words.map((word) => buildWordQuery(db, word, sense)).reduce((all, one) => db`${all} && ${one}`)})`;
}

/** What a search finds by the forms of its words; where that is nothing, by how words begin. */
export async function findByFormsThenPrefixes<T>(find: (sense: MatchMode) => Promise<T[]>): Promise<T[]> {
  const found = await find('forms');
  return found.length ? found : await find('beginnings');
}

/**
 * SQL `select file_id, page, rank`: the best page of each file that holds all words, best first. `among` narrows the
 * files (a condition on `p.file_id`), before anything is counted.
 */
export function selectPagesWithWords(db: Db, words: readonly string[], sense: MatchMode, among: PendingQuery<Row[]>) {
  return db`
    select file_id, page, rank from (
      select distinct on (file_id) file_id, page, rank from (
        select p.file_id, p.page, ts_rank(p.words, ${fullTextQuery(db, words, sense)}, 1) as rank
        from file_page p
        where p.words @@ (${fullTextQuery(db, words, sense)}) and ${among}
        limit ${maxPages}) found
      order by file_id, rank desc, page) best
    order by rank desc, file_id
    limit ${maxFiles}`;
}
