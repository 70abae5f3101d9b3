import { findFolded, foldText } from '@bilim/contract/texts.ts';
import type { PendingQuery, Row } from 'postgres';
import type { Db } from '../database/database.ts';
import type { StoredFile } from '../files/files.ts';

/** Types whose text can be taken out. */
export const readableTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
] as const;

/** Asks for a file's text in the same transaction as the file; a process of its own takes it out (reading-process.ts). */
export async function askForText(db: Db, file: StoredFile): Promise<void> {
  if (!(readableTypes as readonly string[]).includes(file.type)) return;
  await db`insert into file_text (file_id) values (${file.id}) on conflict do nothing`;
}

/** Pages that one search weighs: words that stand everywhere are on more, and nobody looks through those. */
const mostPages = 200;
/** Files that one search gives. */
const mostFiles = 100;

/** The words of a search, folded, at most eight. */
export function wordsIn(text: string): string[] {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8);
}

/**
 * The beginning of a word that its other forms share: Kyrgyz joins its endings one to another, and no dictionary of
 * the database knows them.
 */
export function stemOf(word: string): string {
  return word.length < 5 ? word : word.slice(0, Math.max(4, word.length - (word.length > 7 ? 3 : 2)));
}

/**
 * SQL: the full-text query that wants one word, by its stem or by its beginning, as the column `words` has them. As a
 * sub-select it is made once; the bare functions would be called for every row, and warn of stop words each time.
 */
export function wordQuery(db: Db, word: string) {
  const simple = `${word} | ${stemOf(word)}:*`;
  return db`(select to_tsquery('pg_catalog.simple', ${simple}) || plainto_tsquery('pg_catalog.russian', ${word}))`;
}

/** SQL: the full-text query that wants all words. */
export function queryOf(db: Db, words: readonly string[]) {
  return db`(select ${words.map((word) => wordQuery(db, word)).reduce((all, one) => db`${all} && ${one}`)})`;
}

/**
 * SQL `select file_id, page, rank`: the best page of each file that holds all words, best first. `among` narrows the
 * files (a condition on `p.file_id`), before anything is counted.
 */
export function pagesWith(db: Db, words: readonly string[], among: PendingQuery<Row[]>) {
  return db`
    select file_id, page, rank from (
      select distinct on (file_id) file_id, page, rank from (
        select p.file_id, p.page, ts_rank(p.words, ${queryOf(db, words)}, 1) as rank
        from file_page p
        where p.words @@ (${queryOf(db, words)}) and ${among}
        limit ${mostPages}) found
      order by file_id, rank desc, page) best
    order by rank desc, file_id
    limit ${mostFiles}`;
}

/** The piece of a page around the first searched word, about 160 characters; the page's beginning without a hit. */
export function snippetOf(content: string, words: readonly string[]): string {
  const hits = words.flatMap((word) => findFolded(content, stemOf(word))?.from ?? []);
  const at = hits.length ? Math.min(...hits) : 0;
  const from = Math.max(0, content.lastIndexOf(' ', Math.max(0, at - 60)) + 1);
  const piece = content
    .slice(from, from + 160)
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '… ' : ''}${piece}${from + 160 < content.length ? ' …' : ''}`;
}
