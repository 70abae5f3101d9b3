import type { PendingQuery, Row } from 'postgres';
import type { Caller } from '../../auth/session.ts';
import { pdfStatusColumn } from '../../converting/converting.queries.ts';
import type { Language } from '../../core/translations.ts';
import type { Db } from '../../database/database.ts';
import type { StoredFile } from '../../files/files.ts';
import {
  findByFormsThenPrefixes,
  fullTextQuery,
  type MatchMode,
  parseFoldedSearchWords,
  selectPagesWithWords,
} from '../../fulltext/search.ts';
import { createListSnippet } from '../../fulltext/snippet.ts';
import { indexMetadataWords, metadataWordsColumn } from '../../fulltext/stemming.ts';
import { withdrawLibraryReferences } from '../../university/materials.queries.ts';
import { toLikePattern } from '../../university/names.queries.ts';
import { alphabetCollationSql, nameColumn } from '../../university/university.queries.ts';
import { bookMatchesWords } from '../../university/word-match.queries.ts';
import { type AuthorizedBook, asOwnBook, type EditableBook, mayChangeBook } from './library.access.ts';

type Condition = PendingQuery<Row[]>;

/** Most books of one list, and of one search by what is on the cover. */
const maxListed = 5000;
const maxFound = 100;

export interface BookRow {
  id_eBook: number;
  name: string;
  nameBook: string;
  author: string;
  description: string;
  totalPages: number | null;
  fileName: string;
  size: number;
  type: string;
  pages: string | null;
  id_bookCategory: number;
  isFromUmk: boolean;
  isHTMLBook: boolean;
  id_human: number;
  canEdit: boolean;
  created: string;
}

/** SQL: the file of a material `b`: its own, another material's, or a library book's. */
const fileOfMaterial = (db: Db) => db`coalesce(b.file_id, origin.file_id, book.file_id)`;

/**
 * SQL: the books of the library. The conditions are on `b`: an ebook, or a material with its `origin` and `book`.
 * They are inside so that each kind is found by its own indexes.
 */
function shelves(db: Db, caller: Caller, ebook: Condition, material: Condition) {
  return db`
    select b.id, false as from_umk, false as is_html, b.name, b.author, b.description, b.total_pages, b.category_id,
      b.owner_id, b.created_at, b.folded, b.words, b.file_id, ${mayChangeBook(db, caller, 'b.owner_id')} as mine
    from ebook b where b.deleted_at is null and ${ebook}
    union all
    select b.id, true, b.is_html, b.name, b.author, b.description, b.total_pages, b.category_id,
      b.teacher_id, b.created_at, b.folded, b.words, ${fileOfMaterial(db)}, ${mayChangeBook(db, caller, 'b.teacher_id')}
    from material b
    left join material origin on origin.id = b.of_material_id
    left join ebook book on book.id = b.of_ebook_id
    where b.in_library and b.deleted_at is null and ${material}`;
}

/** SQL: the same books with the columns alone that a search looks at. */
function placed(db: Db, ebook: Condition, material: Condition) {
  return db`
    select b.id, false as from_umk, b.file_id, b.name, b.folded, b.words
    from ebook b where b.deleted_at is null and ${ebook}
    union all
    select b.id, true, ${fileOfMaterial(db)}, b.name, b.folded, b.words
    from material b
    left join material origin on origin.id = b.of_material_id
    left join ebook book on book.id = b.of_ebook_id
    where b.in_library and b.deleted_at is null and ${material}`;
}

/** The reply's fields of a book `b` with its file `f`. */
function fields(db: Db) {
  return db`b.id as "id_eBook", b.name, b.name as "nameBook", b.author, b.description, b.total_pages as "totalPages",
    f.name as "fileName", f.size, f.type, ${pdfStatusColumn(db)} as pages, b.category_id as "id_bookCategory", b.from_umk as "isFromUmk",
    b.is_html as "isHTMLBook", b.owner_id as id_human, b.mine as "canEdit", b.created_at as created`;
}

/** The books of a category (null: of all), by name. */
export async function readBooks(
  db: Db,
  caller: Caller,
  language: Language,
  where: { category: number | null; only?: AuthorizedBook },
): Promise<BookRow[]> {
  const of = (fromUmk: boolean) =>
    db`${where.category === null ? db`true` : db`b.category_id = ${where.category}`}
      ${where.only ? (where.only.isFromUmk === fromUmk ? db`and b.id = ${where.only.id}` : db`and false`) : db``}`;
  return await db<BookRow[]>`
    select ${fields(db)}
    from (${shelves(db, caller, of(false), of(true))}) b
    join file f on f.id = b.file_id
    order by b.name ${alphabetCollationSql(db, language)}, b.id
    limit ${maxListed}`;
}

/** A found book: where in it, when its text holds the words. */
export type BookSearchRow = BookRow & { page: number | null; snippet: string | null; marks: number[] };

/**
 * Books whose name, author, description or category, or whose text on one page, holds all words; those found by
 * what is on the cover first, then by how well the page fits. Case, ё/е, ө/о, ү/у, ң/н do not matter.
 */
export async function searchBooks(
  db: Db,
  caller: Caller,
  text: string,
  category: number | null,
): Promise<BookSearchRow[]> {
  const words = parseFoldedSearchWords(text);
  return words.length
    ? await findByFormsThenPrefixes((sense) => holders(db, caller, { text, words, sense, category }))
    : [];
}

/** One way of searching, as `found` asks for it. */
interface Search {
  readonly text: string;
  readonly words: readonly string[];
  readonly sense: MatchMode;
  readonly category: number | null;
}

async function holders(db: Db, caller: Caller, { text, words, sense, category }: Search): Promise<BookSearchRow[]> {
  const whole = toLikePattern(text);
  const onCover = bookMatchesWords(db, 'b', words, sense);
  const inCategory = category === null ? db`true` : db`b.category_id = ${category}`;
  const all = fullTextQuery(db, words, sense);
  // With limit 1 this stays a look-up a page; `exists` would read all books first.
  const inLibrary = db`(
    coalesce((select true from ebook b where b.file_id = p.file_id and b.deleted_at is null and ${inCategory} limit 1), false)
    or p.file_id in (select file_id from (${placed(db, db`false`, inCategory)}) m))`;
  const here = db`and ${inCategory}`;
  const withPage = (file: Condition) => db`${file} in (select file_id from pages) ${here}`;
  const hit = (fromUmk: boolean) => db`b.id in (select id from hits where from_umk = ${fromUmk})`;
  const order = db`b.folded like ${whole}::text desc, b.words @@ (${all}) desc`;
  const rows = await db<(BookRow & { page: number | null; content: string | null })[]>`
    with pages as materialized (${selectPagesWithWords(db, words, sense, inLibrary)}),
    covers as materialized (
      select id, from_umk from (${placed(db, db`${onCover} ${here}`, db`${onCover} ${here}`)}) b
      order by ${order}, b.name, b.id
      limit ${maxFound}),
    hits as materialized (
      select id, from_umk from covers
      union
      select id, from_umk from (${placed(db, withPage(db`b.file_id`), withPage(fileOfMaterial(db)))}) b)
    select ${fields(db)}, pages.page, p.content
    from (${shelves(db, caller, hit(false), hit(true))}) b
    join file f on f.id = b.file_id
    left join pages on pages.file_id = b.file_id
    left join file_page p on p.file_id = pages.file_id and p.page = pages.page
    order by ${order}, pages.rank desc nulls last, b.name, b.id`;
  return rows.map(({ content, ...row }) => ({ ...row, ...createListSnippet(content, words) }));
}

/** Base categories. */
export async function readBaseCategories(db: Db, language: Language) {
  return await db<{ id_baseBookCategory: number; name: string }[]>`
    select id as "id_baseBookCategory", ${nameColumn(db, 'c', language)} as name from base_book_category c
    order by ${nameColumn(db, 'c', language)} ${alphabetCollationSql(db, language)}, id`;
}

/** Categories of a base category (null: of all) with the number of their books. */
export async function readCategories(db: Db, language: Language, base: number | null) {
  return await db<{ id_bookCategory: number; name: string; id_baseBookCategory: number; books: number }[]>`
    select c.id as "id_bookCategory", ${nameColumn(db, 'c', language)} as name, c.base_category_id as "id_baseBookCategory",
      (select count(*)::int from ebook e where e.category_id = c.id and e.deleted_at is null)
        + (select count(*)::int from material m where m.category_id = c.id and m.in_library and m.deleted_at is null) as books
    from book_category c
    where ${base === null ? db`true` : db`c.base_category_id = ${base}`}
    order by ${nameColumn(db, 'c', language)} ${alphabetCollationSql(db, language)}`;
}

/** What a book says about itself. */
export interface BookValues {
  readonly name: string;
  readonly author: string;
  readonly description: string;
  readonly pages: number | null;
  readonly category: number;
}

function columns(v: BookValues) {
  return { name: v.name, author: v.author, description: v.description, total_pages: v.pages, category_id: v.category };
}

/** Puts a book on the shelf. */
export async function insertBook(db: Db, caller: Caller, values: BookValues, file: number): Promise<EditableBook> {
  const [made] = await db<{ id: number }[]>`
    insert into ebook (name, author, description, total_pages, category_id, owner_id, file_id, words, stemmed)
    values (${values.name}, ${values.author}, ${values.description}, ${values.pages}, ${values.category}, ${caller.uid},
      ${file}, ${metadataWordsColumn(db, values)}, true)
    returning id`;
  if (!made) throw new Error('a book was not stored');
  const book = asOwnBook(made.id);
  await remember(db, caller, book, 'created');
  return book;
}

/** Changes a book; `file` null leaves its content. */
export async function updateBook(
  db: Db,
  caller: Caller,
  book: EditableBook,
  values: BookValues,
  file: number | null,
): Promise<EditableBook> {
  if (book.isFromUmk) {
    await db`update material set ${db(columns(values))} where id = ${book.id}`;
    if (file !== null)
      await db`
        update material set file_id = ${file}, of_material_id = null, of_ebook_id = null, is_html = false
        where id = ${book.id}`;
    await indexMetadataWords(db, 'material', [book.id]);
  } else {
    await db`update ebook set ${db(columns(values))} where id = ${book.id}`;
    if (file !== null) await db`update ebook set file_id = ${file} where id = ${book.id}`;
    await indexMetadataWords(db, 'ebook', [book.id]);
  }
  await remember(db, caller, book, 'changed');
  return book;
}

/** Takes a book off the shelf; a teaching material stays where it is taught. Who and when stays. */
export async function deleteBook(db: Db, caller: Caller, book: EditableBook): Promise<void> {
  if (book.isFromUmk) await db`update material set in_library = false where id = ${book.id}`;
  else await db`update ebook set deleted_at = now(), deleted_by = ${caller.uid} where id = ${book.id}`;
  await remember(db, caller, book, book.isFromUmk ? 'left-library' : 'deleted');
  if (book.isFromUmk) await withdrawLibraryReferences(db, caller, book.id);
}

async function remember(db: Db, caller: Caller, book: EditableBook, what: string): Promise<void> {
  if (book.isFromUmk)
    await db`
      insert into book_event (material_id, what, person_id, now_is)
      select m.id, ${what}, ${caller.uid}, to_jsonb(m) - '{folded,words,stemmed}'::text[] from material m where m.id = ${book.id}`;
  else
    await db`
      insert into book_event (ebook_id, what, person_id, now_is)
      select e.id, ${what}, ${caller.uid}, to_jsonb(e) - '{folded,words,stemmed}'::text[] from ebook e where e.id = ${book.id}`;
}

/** Whether teaching materials show this book. */
export async function isBookUsed(db: Db, book: AuthorizedBook): Promise<boolean> {
  if (book.isFromUmk) return false;
  const [row] = await db<{ used: boolean }[]>`
    select exists (select from material where of_ebook_id = ${book.id} and deleted_at is null) as used`;
  return row?.used ?? false;
}

/** The file of a book. */
export async function readBookFile(db: Db, book: AuthorizedBook): Promise<StoredFile | null> {
  const [row] = book.isFromUmk
    ? await db<StoredFile[]>`
        select f.id, f.key, f.name, f.size, f.type
        from material m
        left join material origin on origin.id = m.of_material_id
        left join ebook book on book.id = m.of_ebook_id
        join file f on f.id = coalesce(m.file_id, origin.file_id, book.file_id)
        where m.id = ${book.id}`
    : await db<StoredFile[]>`
        select f.id, f.key, f.name, f.size, f.type from ebook e join file f on f.id = e.file_id where e.id = ${book.id}`;
  return row ?? null;
}
