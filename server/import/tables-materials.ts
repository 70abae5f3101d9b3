import {
  codeCell,
  dateCell,
  describeColumn,
  describeNameColumns,
  describeReferenceColumn,
  describeTable,
  integerCell,
  type TableDescription,
  termColumn,
  yearColumn,
} from './describe.ts';

/** The shelves of the library, the kinds of teaching material, who hands them in and until when. */
export const materialTables: readonly TableDescription[] = [
  describeTable(
    'book_base_categories',
    'base_book_category',
    'The sections of the e-library.',
    ['code'],
    [describeColumn('code', codeCell, 'Key, such as textbooks.'), ...describeNameColumns('Name', 'name', 100)],
    { needed: false },
  ),
  describeTable(
    'book_categories',
    'book_category',
    'The shelves of each section.',
    ['code'],
    [
      describeColumn('code', codeCell, 'Key, such as mathematics.'),
      describeReferenceColumn('base_category', 'book_base_categories', 'Code of the section.'),
      ...describeNameColumns('Name', 'name', 100),
    ],
    { needed: false },
  ),
  describeTable(
    'umk_types',
    'umk_type',
    'The kinds of teaching material.',
    ['code'],
    [
      describeColumn('code', codeCell, 'Key, such as syllabus.'),
      describeColumn('sort', integerCell(0, 9999), 'Order in lists.'),
      ...describeNameColumns('Name', 'name', 100),
    ],
    { needed: false },
  ),
  describeTable(
    'umk_upload_ends',
    'umk_upload_deadline',
    'Until when teaching materials are handed in. A term that is not here has no end.',
    ['year', 'term'],
    [yearColumn, termColumn, describeColumn('ends_on', dateCell, 'Last day for the materials of its semesters.')],
    { needed: false },
  ),
  describeTable(
    'umk_upload_bars',
    'umk_upload_ban',
    'Teachers who may not hand teaching materials in. All others may, for what they teach.',
    ['teacher'],
    [describeReferenceColumn('teacher', 'teachers', 'Code of the teacher.')],
    { needed: false },
  ),
];
