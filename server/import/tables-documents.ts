import {
  booleanCell,
  codeCell,
  describeColumn,
  describeNameColumns,
  describeReferenceColumn,
  describeTable,
  integerCell,
  type TableDescription,
  textCell,
} from './describe.ts';

const optional = { needed: false } as const;
const languageNames = { ru: 'Russian', kg: 'Kyrgyz', en: 'English' } as const;

/** Where and when a document is handed out; the Russian text stands in for one that is missing. */
const pickup = (['ru', 'kg', 'en'] as const).map((language) =>
  describeColumn(
    `pickup_${language}`,
    textCell(300),
    `Where and when it is handed out, in ${languageNames[language]}.`,
    {
      optional: true,
    },
  ),
);

/** What people order and pay for. */
export const documentTables: readonly TableDescription[] = [
  describeTable(
    'regions',
    'region',
    'Regions, for the single window.',
    ['code'],
    [describeColumn('code', codeCell, 'Key of the region.'), ...describeNameColumns('Name', 'name', 100)],
    optional,
  ),
  describeTable(
    'districts',
    'district',
    'Districts of the regions; a city without districts is its own.',
    ['code'],
    [
      describeColumn('code', codeCell, 'Key of the district.'),
      describeReferenceColumn('region', 'regions', 'Code of the region.'),
      ...describeNameColumns('Name', 'name', 100),
    ],
    optional,
  ),
  describeTable(
    'documents',
    'document_type',
    'Documents that can be ordered at the single window.',
    ['code'],
    [
      describeColumn('code', codeCell, 'Key of the document.'),
      ...describeNameColumns('Name', 'name', 150),
      describeColumn(
        'certificate',
        { a: 'choice', of: ['study', 'military', 'social', 'transcript'] },
        'Which certificate the portal writes itself; empty when a clerk makes the document on paper.',
        { optional: true },
      ),
      describeColumn(
        'role',
        integerCell(1, 2),
        'Whom it is for: 1 teachers, 2 students, empty both; certificates are for students.',
        {
          optional: true,
        },
      ),
      ...pickup,
    ],
    optional,
  ),
  describeTable(
    'services',
    'paid_service',
    'Paid services, for payment codes.',
    ['number'],
    [
      describeColumn('number', integerCell(1, 99), 'First two digits of its payment codes; never changes its meaning.'),
      ...describeNameColumns('Name', 'name', 150),
      describeColumn('visible', booleanCell, 'No hides it from the list; its old codes stay good.'),
    ],
    optional,
  ),
];
