import { code, column, link, names, type Table, table, whole } from './describe.ts';

/** The shelves of the library and the kinds of teaching material. */
export const materialTables: readonly Table[] = [
  table(
    'book_base_categories',
    'base_book_category',
    'The sections of the e-library.',
    ['code'],
    [
      column('code', code, 'Key, such as textbooks.'),
      column('sort', whole(0, 9999), 'Order on the page.'),
      ...names('Name', 'name', 100),
    ],
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
];
