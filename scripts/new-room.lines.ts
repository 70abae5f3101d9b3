import {
  pageComponentName,
  roomEntrySource,
  tableName,
  toEnglishTitle,
  toIdentifier,
  toPascalCase,
} from './new-room.texts.ts';

/** A line that goes before the one line of a file that it is given with. */
export interface LineInsertion {
  path: string;
  before: string;
  line: (name: string) => string;
}

/** Texts of a new room in files of other texts, by language. */
type TextsByLanguage<Text> = Readonly<Record<'kg' | 'ru' | 'en', (name: string) => Text>>;

/** How a room is called in rail and tiles, and what stands under its name there. */
export const roomTileTexts: TextsByLanguage<{ name: string; about: string }> = {
  kg: (name) => ({ name: `«${name}» бөлүмү`, about: 'жаңы бөлүм' }),
  ru: (name) => ({ name: `Раздел «${name}»`, about: 'новый раздел' }),
  en: (name) => ({ name: toEnglishTitle(name), about: 'a new room' }),
};

/** Other words by which a search finds the room. */
export const roomSearchSynonyms: TextsByLanguage<string> = {
  kg: (name) => `${name} бөлүм раздел`,
  ru: (name) => `${name} раздел бөлүм`,
  en: (name) => `${name} раздел бөлүм`,
};

/** What a person's archive says of the room's entries. */
export const archiveTexts: TextsByLanguage<string> = {
  kg: (name) => `«${name}» бөлүмүндөгү жазмаларыңыз`,
  ru: (name) => `Ваши заметки в разделе «${name}»`,
  en: (name) => `Your entries in ${toEnglishTitle(name)}`,
};

/** Where every room is listed. */
export const lineInsertions: readonly LineInsertion[] = [
  {
    path: 'contract/calls-by-room.ts',
    before: '\n/** All rooms with their calls',
    line: (name) => `import { ${toIdentifier(name)} } from './${name}.ts';`,
  },
  { path: 'contract/calls-by-room.ts', before: '} as const;', line: (name) => `  ${roomEntrySource(name)},` },
  {
    path: 'server/rooms/index.ts',
    before: '\n/** Every room of the portal',
    line: (name) => `import { ${toIdentifier(name)} } from './${name}/${name}.ts';`,
  },
  { path: 'server/rooms/index.ts', before: '];', line: (name) => `  ${toIdentifier(name)},` },
  {
    path: 'server/test/expected-access.ts',
    before: '};',
    line: (name) => `  '${name}.list': 'in',`,
  },
  {
    path: 'contract/rooms.ts',
    before: "  {\n    name: 'profile',",
    line: (name) =>
      `  {\n    name: '${name}',\n    path: '/${name}',\n    access: 'in',\n    colour: 'lake',\n    rail: true,\n    icon: 'folder',${
        name.includes('-') ? `\n    page: '${name}/${pageComponentName(name)}',` : ''
      }\n  },`,
  },
  {
    path: 'bench/calls.ts',
    before: '\n/** The calls that a person waits for',
    line: (name) => `import { ${toIdentifier(name)} } from '@bilim/contract/${name}.ts';`,
  },
];

/** Lines about a room without a table. */
export const tablelessRoomInsertions: readonly LineInsertion[] = [
  {
    path: 'docs/wire.md',
    before: '## 3. The live line',
    line: (name) =>
      `### ${name}\n\`list\` gives the caller's own name; \`person\` is their number, any other one is 404 \`${name}.notFound\`.\n`,
  },
  {
    path: 'bench/calls.ts',
    before: '  ...chatCalls,',
    line: (name) => `  {
    name: '${name}-list',
    async make({ database }) {
      const uid = await findPersonIdByLogin(database, 'student');
      return defineBenchInput({ uid, call: ${toIdentifier(name)}.list, input: { person: uid } });
    },
  },`,
  },
];

/** Lines about the table. */
export const tableLineInsertions: readonly LineInsertion[] = [
  {
    path: 'contract/limits.ts',
    before: "/** Characters of each part of a person's name. */",
    line: (name) =>
      `/** Entries a page of the room ${name}, and characters of one. */\nexport const ${toIdentifier(name)}PageSize = 20;\nexport const max${toPascalCase(name)}TextLength = 500;`,
  },
  {
    path: 'server/university/person-columns.ts',
    before: "  follow('reading_place.person_id',",
    line: (name) => `  follow('${tableName(name)}.author_id', 'rest', { erase: 'rows' }),`,
  },
  {
    path: 'server/university/archive/work.queries.ts',
    before: '\n];',
    line: (name) => `  {
    name: '${name}',
    of: ['${tableName(name)}.author_id'],
    rows: (asked) => asked.db\`
      select ROW.id as row_order, ROW.id as entry, \${archiveTimestampSql(asked, 'ROW.created_at')} as at, ROW.text
      from ${tableName(name)} ROW where ROW.author_id = \${asked.uid}\`,
  },`,
  },
  {
    path: 'server/test/expected-access.ts',
    before: '};',
    line: (name) => `  '${name}.add': 'in',\n  '${name}.remove': 'in',`,
  },
  {
    path: 'docs/wire.md',
    before: '## 3. The live line',
    line: (name) =>
      `### ${name}\n\`list\` gives entries, the latest first, page by page: \`before\` is the last one that was read. \`add\` and \`remove\` publish to everybody the live event \`${name}\`; an entry of somebody else is 404 \`${name}.notFound\`.\n`,
  },
  { path: 'docs/wire.md', before: '\n## 4. An example', line: (name) => `| ${name} | null | everybody |` },
  {
    path: 'server/demo/activity-rooms.ts',
    before: "  'library',\n",
    line: (name) => `  '${name}',`,
  },
  {
    path: 'server/demo/activity.ts',
    before: '};\n\n/** Milliseconds between two calls',
    line: (name) => `  '${name}': async () => (await import('./activity/${name}.ts')).${toIdentifier(name)}Activity,`,
  },
  {
    path: 'bench/calls.ts',
    before: '  ...chatCalls,',
    line: (name) => `  {
    name: '${name}-list',
    async make({ database }) {
      const uid = await findPersonIdByLogin(database, 'student');
      await database.autocommit\`
        insert into ${tableName(name)} (author_id, text)
        select \${uid}, 'Заметка ' || n from generate_series(1, 5000) n\`;
      return defineBenchInput({ uid, call: ${toIdentifier(name)}.list, input: {} });
    },
  },`,
  },
];

/** Lines about the pictures of the table's entries. */
export const pictureLineInsertions: readonly LineInsertion[] = [
  {
    path: 'server/files/unused-files.queries.ts',
    before: '] as const;\n\ntype Joined',
    line: (name) => `  ['${tableName(name)}', 'picture_id'],`,
  },
  {
    path: 'server/university/archive/files.queries.ts',
    before: "  'document_order.scan_id': null,",
    line: (name) =>
      `  '${tableName(name)}.picture_id': (db) => db\`exists (select from ${tableName(name)} ROW where ROW.picture_id = f.id)\`,`,
  },
  {
    path: 'server/test/expected-access.ts',
    before: '};',
    line: (name) => `  '${name}.picture': 'in',`,
  },
  {
    path: 'docs/wire.md',
    before: '\n## 3. The live line',
    line: (name) =>
      `\`add\` takes one picture (JPEG, PNG or WebP, otherwise 400 \`${name}.notPicture\`); \`picture\` answers it, \`size=small\` a small one.`,
  },
];
