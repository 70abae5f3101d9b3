import { code, column, date, link, names, type Table, table, term, whole, year } from './describe.ts';

/** The shelves of the library, the kinds of teaching material, who hands them in and until when. */
export const materialTables: readonly Table[] = [
  table(
    'book_base_categories',
    'base_book_category',
    'The sections of the e-library.',
    ['code'],
    [column('code', code, 'Key, such as textbooks.'), ...names('Name', 'name', 100)],
    { needed: false },
  ),
  table(
    'book_categories',
    'book_category',
    'The shelves of each section.',
    ['code'],
    [
      column('code', code, 'Key, such as mathematics.'),
      link('base_category', 'book_base_categories', 'Code of the section.'),
      ...names('Name', 'name', 100),
    ],
    { needed: false },
  ),
  table(
    'umk_types',
    'umk_type',
    'The kinds of teaching material.',
    ['code'],
    [
      column('code', code, 'Key, such as syllabus.'),
      column('sort', whole(0, 9999), 'Order in lists.'),
      ...names('Name', 'name', 100),
    ],
    { needed: false },
  ),
  table(
    'umk_upload_ends',
    'umk_upload_end',
    'Until when teaching materials are handed in. A term that is not here has no end.',
    ['year', 'term'],
    [year, term, column('ends_on', date, 'Last day for the materials of its semesters.')],
    { needed: false },
  ),
  table(
    'umk_upload_bars',
    'umk_upload_bar',
    'Teachers who may not hand teaching materials in. All others may, for what they teach.',
    ['teacher'],
    [link('teacher', 'teachers', 'Code of the teacher.')],
    { needed: false },
  ),
];
