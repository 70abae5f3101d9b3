import * as f from './fields.ts';

/** The conversion status of an office file (office-files.ts), and the bytes of its PDF. */
export const officePdfStatusSchema = f.array(f.object({ state: f.string(), size: f.integer() }));

/** A book as the library lists it. */
export const libraryBookFields = {
  id_eBook: f.integer(),
  name: f.string(),
  nameBook: f.string(),
  author: f.string(),
  description: f.string(),
  totalPages: f.nullable(f.integer()),
  fileName: f.string(),
  size: f.integer(),
  type: f.string(),
  pages: f.nullable(f.string()),
  id_bookCategory: f.integer(),
  isFromUmk: f.boolean(),
  isHTMLBook: f.boolean(),
  id_human: f.integer(),
  canEdit: f.boolean(),
  created: f.timestamp(),
};

const materialFields = {
  id_books: f.integer(),
  idBook: f.integer(),
  bookName: f.string(),
  fileName: f.string(),
  size: f.integer(),
  type: f.string(),
  pages: f.nullable(f.string()),
  id_typeUmk: f.integer(),
  umkName: f.string(),
  id_discipline: f.integer(),
  discipline: f.string(),
  id_semester: f.integer(),
  isSelect: f.boolean(),
  id_examination: f.integer(),
  p30: f.string(),
  id_teacher: f.integer(),
  t_fio: f.string(),
  apart: f.namesakeHint(),
  id_speciality: f.integer(),
  isHTMLBook: f.boolean(),
  isForEBooks: f.boolean(),
  id_booksShare: f.nullable(f.integer()),
  isSharedBookFromEBooks: f.boolean(),
  kredits: f.number(),
  id_forStudentKind: f.integer(),
  author: f.string(),
  description: f.string(),
  totalPages: f.nullable(f.integer()),
  id_bookCategory: f.nullable(f.integer()),
  created: f.timestamp(),
  canEdit: f.boolean(),
  isShared: f.boolean(),
  /** Pages of the file, as entered or counted; null while nobody knows them. */
  pageCount: f.nullable(f.integer()),
  /** The caller has opened it. */
  isOpened: f.boolean(),
  /** How many students have opened it; null for whoever may not change it. */
  openings: f.nullable(f.integer()),
};

/** A teaching material. */
export const materialSchema = f.object(materialFields);

/**
 * Where the searched words are inside a found file; null: on its cover only. `marks`: from and to by turns, the letters of
 * the piece that were searched.
 */
export const searchHitFields = {
  page: f.nullable(f.integer()),
  snippet: f.nullable(f.string()),
  marks: f.array(f.integer()),
};

/** A teaching material that a search found. */
export const materialSearchResultSchema = f.object({ ...materialFields, ...searchHitFields });
