import { bookLimits } from './book-limits.ts';
import { libraryBookFields, officePdfStatusSchema, searchHitFields } from './books.ts';
import { call } from './call.ts';
import * as f from './fields.ts';
import { maxSearchesPerMinute } from './limits.ts';

const books = f.array(f.object(libraryBookFields));
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
    output: f.array(f.object({ id_baseBookCategory: f.integer(), name: f.string() })),
  }),
  categories: call({
    path: '/api/library/bookcategories.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_baseBookCategory: f.optionalId('int') }),
    output: f.array(
      f.object({
        id_bookCategory: f.integer(),
        name: f.string(),
        id_baseBookCategory: f.integer(),
        books: f.integer(),
      }),
    ),
  }),
  list: call({
    path: '/api/library/getbooklist.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    input: f.object({ ...caller, id_bookCategory: f.optionalId('int') }),
    output: books,
  }),
  search: call({
    path: '/api/library/search.json',
    method: 'POST',
    access: 'in',
    reads: 'long',
    often: maxSearchesPerMinute,
    oftenAs: 'search',
    input: f.object({ text: f.text(bookLimits.search, 2), id_bookCategory: f.optionalId('int') }),
    output: f.array(f.object({ ...libraryBookFields, ...searchHitFields })),
  }),
  deleteCheck: call({
    path: '/api/library/deletecheck.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object({ id_human: f.callerId(), id_EBook: f.optionalId(), isFromUMK: f.optionalFlag() }),
    output: f.array(f.object({ result: f.integer(), code: f.nullable(f.string()), message: f.nullable(f.string()) })),
  }),
  deleteBook: call({
    path: '/api/library/deleteebook.json',
    method: 'POST',
    access: 'staff',
    idempotent: true,
    often: 60,
    oftenAs: 'books',
    input: f.object({ id_EBook: f.id(), isFromUMK: f.flag(), id_human: f.callerId() }),
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
    input: f.object({
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
    input: f.object({ ...one, inline: f.optionalFlag(), size: f.optionalText(10), pages: f.optionalFlag() }),
    output: f.noFields(),
  }),
  pages: call({
    path: '/api/library/pages.json',
    method: 'POST',
    access: 'in',
    input: f.object(one),
    output: officePdfStatusSchema,
  }),
  place: call({
    path: '/api/library/place.json',
    method: 'POST',
    access: 'in',
    reads: true,
    input: f.object(one),
    output: f.array(f.object({ page: f.integer() })),
  }),
  keepPlace: call({
    path: '/api/library/keepplace.json',
    method: 'POST',
    access: 'in',
    input: f.object({ ...one, page: f.wholeNumber(1, 1_000_000) }),
    output: f.writeResult(),
  }),
};
