import { code, column, link, names, type Table, table, text, whole, yesNo } from './describe.ts';

const optional = { needed: false } as const;
const languageNames = { ru: 'Russian', kg: 'Kyrgyz', en: 'English' } as const;

/** Where and when a document is handed out; the Russian text stands in for one that is missing. */
const pickup = (['ru', 'kg', 'en'] as const).map((language) =>
  column(`pickup_${language}`, text(300), `Where and when it is handed out, in ${languageNames[language]}.`, {
    optional: true,
  }),
);

/** What people order and pay for. */
export const documentTables: readonly Table[] = [
  table(
    'regions',
    'region',
    'Regions, for the single window.',
    ['code'],
    [column('code', code, 'Key of the region.'), ...names('Name', 'name', 100)],
    optional,
  ),
  table(
    'districts',
    'district',
    'Districts of the regions; a city without districts is its own.',
    ['code'],
    [
      column('code', code, 'Key of the district.'),
      link('region', 'regions', 'Code of the region.'),
      ...names('Name', 'name', 100),
    ],
    optional,
  ),
  table(
    'documents',
    'document_type',
    'Documents that can be ordered at the single window.',
    ['code'],
    [
      column('code', code, 'Key of the document.'),
      ...names('Name', 'name', 150),
      column(
        'certificate',
        { a: 'choice', of: ['study', 'military', 'social', 'transcript'] },
        'Which certificate the portal writes itself; empty when a clerk makes the document on paper.',
        { optional: true },
      ),
      column(
        'role',
        whole(1, 2),
        'Whom it is for: 1 teachers, 2 students, empty both; certificates are for students.',
        {
          optional: true,
        },
      ),
      ...pickup,
    ],
    optional,
  ),
  table(
    'services',
    'paid_service',
    'Paid services, for payment codes.',
    ['number'],
    [
      column('number', whole(1, 99), 'First two digits of its payment codes; never changes its meaning.'),
      ...names('Name', 'name', 150),
      column('visible', yesNo, 'No hides it from the list; its old codes stay good.'),
    ],
    optional,
  ),
];
