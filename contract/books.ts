import * as f from './fields.ts';

/** The conversion status of an office file (office-files.ts), and the bytes of its PDF. */
export const officePdfStatusSchema = f.rows(f.shape({ state: f.str(), size: f.int() }));

/** A book as the library lists it. */
export const libraryBookFields = {
  id_eBook: f.int(),
  name: f.str(),
  nameBook: f.str(),
  author: f.str(),
  description: f.str(),
  totalPages: f.nullable(f.int()),
  fileName: f.str(),
  size: f.int(),
  type: f.str(),
  pages: f.nullable(f.str()),
  id_bookCategory: f.int(),
  isFromUmk: f.bool(),
  isHTMLBook: f.bool(),
  id_human: f.int(),
  canEdit: f.bool(),
  created: f.timestamp(),
};

const materialFields = {
  id_books: f.int(),
  idBook: f.int(),
  bookName: f.str(),
  fileName: f.str(),
  size: f.int(),
  type: f.str(),
  pages: f.nullable(f.str()),
  id_typeUmk: f.int(),
  umkName: f.str(),
  id_discipline: f.int(),
  discipline: f.str(),
  id_semester: f.int(),
  isSelect: f.bool(),
  id_examination: f.int(),
  p30: f.str(),
  id_teacher: f.int(),
  t_fio: f.str(),
  apart: f.namesakeHint(),
  id_speciality: f.int(),
  isHTMLBook: f.bool(),
  isForEBooks: f.bool(),
  id_booksShare: f.nullable(f.int()),
  isSharedBookFromEBooks: f.bool(),
  kredits: f.num(),
  id_forStudentKind: f.int(),
  author: f.str(),
  description: f.str(),
  totalPages: f.nullable(f.int()),
  id_bookCategory: f.nullable(f.int()),
  created: f.timestamp(),
  canEdit: f.bool(),
  isShared: f.bool(),
  /** Pages of the file, as entered or counted; null while nobody knows them. */
  pageCount: f.nullable(f.int()),
  /** The caller has opened it. */
  isOpened: f.bool(),
  /** How many students have opened it; null for whoever may not change it. */
  openings: f.nullable(f.int()),
};

/** A teaching material. */
export const materialSchema = f.shape(materialFields);

/**
 * Where the searched words are inside a found file; null: on its cover only. `marks`: from and to by turns, the letters of
 * the piece that were searched.
 */
export const searchHitFields = { page: f.nullable(f.int()), snippet: f.nullable(f.str()), marks: f.rows(f.int()) };

/** A teaching material that a search found. */
export const materialSearchResultSchema = f.shape({ ...materialFields, ...searchHitFields });
