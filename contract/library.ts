import { bookLimits } from './book-limits.ts';
import { libraryBookFields, officePdfStatusSchema, searchHitFields } from './books.ts';
import { call } from './call.ts';
import * as f from './fields.ts';
import { searchesPerMinute } from './limits.ts';

const books = f.rows(f.shape(libraryBookFields));
const one = { id_eBook: f.id(), isFromUmk: f.optionalFlag() };
const caller = { id_human: f.callerId(), id_humanType: f.callerRole() };

/** The e-library: its own books, and teaching materials marked for it. */
export const library = {
  baseCategories: call({
    path: '/api/library/basebookcategories.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.noFields(),
    output: f.rows(f.shape({ id_baseBookCategory: f.int(), name: f.str() })),
  }),
  categories: call({
    path: '/api/library/bookcategories.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_baseBookCategory: f.optionalId('int') }),
    output: f.rows(f.shape({ id_bookCategory: f.int(), name: f.str(), id_baseBookCategory: f.int(), books: f.int() })),
  }),
  list: call({
    path: '/api/library/getbooklist.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    input: f.shape({ ...caller, id_bookCategory: f.optionalId('int') }),
    output: books,
  }),
  search: call({
    path: '/api/library/search.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    often: searchesPerMinute,
    oftenAs: 'search',
    input: f.shape({ text: f.text(bookLimits.search, 2), id_bookCategory: f.optionalId('int') }),
    output: f.rows(f.shape({ ...libraryBookFields, ...searchHitFields })),
  }),
  deleteCheck: call({
    path: '/api/library/deletecheck.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape({ id_human: f.callerId(), id_EBook: f.optionalId(), isFromUMK: f.optionalFlag() }),
    output: f.rows(f.shape({ result: f.int(), code: f.nullable(f.str()), message: f.nullable(f.str()) })),
  }),
  deleteBook: call({
    path: '/api/library/deleteebook.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    often: 60,
    oftenAs: 'books',
    input: f.shape({ id_EBook: f.id(), isFromUMK: f.flag(), id_human: f.callerId() }),
    output: f.writeResult(),
  }),
  save: call({
    path: '/api/library/insertupdatebook.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    often: 60,
    oftenAs: 'books',
    files: { field: 'files', most: 1 },
    input: f.shape({
      ...caller,
      id_eBook: f.idOrNew(),
      isFromUmk: f.optionalFlag(),
      name: f.optionalText(bookLimits.libraryName),
      nameBook: f.optionalText(bookLimits.libraryName),
      author: f.text(bookLimits.libraryAuthor, 1),
      description: f.optionalText(bookLimits.description),
      totalPages: f.optionalWholeNumber(0, bookLimits.pages),
      id_bookCategory: f.id('int'),
    }),
    output: books,
  }),
  download: call({
    path: '/api/library/download.file',
    method: 'GET',
    access: 'in',
    reads: true,
    raw: true,
    input: f.shape({ ...one, inline: f.optionalFlag(), size: f.optionalText(10), pages: f.optionalFlag() }),
    output: f.noFields(),
  }),
  pages: call({
    path: '/api/library/pages.json',
    method: 'POST',
    access: 'in',
    input: f.shape(one),
    output: officePdfStatusSchema,
  }),
  place: call({
    path: '/api/library/place.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.shape(one),
    output: f.rows(f.shape({ page: f.int() })),
  }),
  keepPlace: call({
    path: '/api/library/keepplace.json',
    method: 'POST',
    access: 'in',
    input: f.shape({ ...one, page: f.wholeNumber(1, 1_000_000) }),
    output: f.writeResult(),
  }),
};
