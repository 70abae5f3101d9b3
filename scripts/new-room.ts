import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  archiveTexts,
  lineInsertions,
  pictureLineInsertions,
  roomSearchSynonyms,
  roomTileTexts,
  tableLineInsertions,
  tablelessRoomInsertions,
} from './new-room.lines.ts';
import { tableRoomTemplates } from './new-room.table.ts';
import {
  formatJson,
  newRoomTemplates,
  pageComponentName,
  tableName,
  toIdentifier,
  toPascalCase,
} from './new-room.texts.ts';
import { projectFolder } from './results.ts';

/** Addresses below /lms that are no rooms. */
const taken = new Set(['check', 'offline', 'public', 'locales', 'api']);

/** What else the files of a room name. */
const takenNouns = new Set(['author', 'caller', 'file', 'key', 'person', 'picture', 'room', 'text']);

/** Files as they will be, by their path; nothing is written before all of them are known. */
const planned = new Map<string, string>();

const { values, positionals } = parseArgs({
  options: { table: { type: 'boolean' }, of: { type: 'string' }, picture: { type: 'boolean' } },
  allowPositionals: true,
  strict: false,
});
const hasPicture = values.picture === true;
const hasTable = values.table === true || values.of !== undefined || hasPicture;
const [name = '', ...rest] = positionals;
/** What one row of the table is called. */
const noun = String(values.of ?? 'entry');
const isOption = (one: string) => ['table', 'of', 'picture'].includes(one);
if (
  rest.length > 0 ||
  name.length > 30 ||
  !/^[a-z][a-z0-9]+(-[a-z0-9]+)*$/.test(name) ||
  !Object.keys(values).every(isOption)
)
  end(`Give one name in small Latin letters, as it stands in addresses, and what it keeps:
  npm run new-room lost-found                  a page with one call
  npm run new-room lost-found -- --table       with a table of texts, a list page by page and a form
  npm run new-room lost-found -- --of item     the same, and a row is called so instead of "entry"
  npm run new-room lost-found -- --picture     the same, each with a picture`);
if (!/^[a-z]{2,20}$/.test(noun) || takenNouns.has(noun) || !isFreeWord(noun))
  end(`A row cannot be called "${noun}": choose another word in small Latin letters.`);
if (noun !== 'entry' && name.includes('entry')) end(`The rows of "${name}" are called "entry": choose another name.`);
if (taken.has(name) || !isFreeWord(toIdentifier(name)))
  end(`"${name}" means something else already: choose another name.`);
makeFiles();
addEntries();
makeNames();
for (const [path, text] of planned) {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
}
const toFormat = [...planned.keys()].filter((path) => !path.endsWith('.md'));
const commands: [string, ...string[]][] = [
  ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...toFormat],
  ['scripts/calls-table.ts'],
  ...(hasTable ? [['scripts/schema.ts'] as [string]] : []),
];
const failed = commands.filter((command) => !runs(...command)).map(([program]) => program);
console.log(`${failed.length ? `The files of the room "${name}" are written, but see above` : `The room "${name}" is there and works: npm test -- server/rooms/${name}, and /lms/${name} in the browser`}.
Made or changed:
${[...planned.keys()].map((path) => `  ${path}`).join('\n')}
  docs/calls.md${hasTable ? '\n  server/database/schema.sql' : ''}
In the rail it stands before the profile: contract/rooms.ts is in the order of the rail.
What it still needs is yours: docs/adding-a-room.md.`);
if (failed.length) end(`To be run again when what they say is mended: ${failed.join(', ')}.`);

/** Whether the language lets something be called so. */
function isFreeWord(word: string): boolean {
  try {
    new Function(`'use strict'; const ${word} = 0;`);
    return true;
  } catch {
    return false;
  }
}

function makeFiles(): void {
  const files = { ...newRoomTemplates, ...(hasTable && tableRoomTemplates) };
  for (const [pattern, text] of Object.entries(files)) {
    const path = calledByNoun(pattern)
      .replaceAll('NAME', name)
      .replace('PAGE', pageComponentName(name))
      .replace('TITLE', toPascalCase(name))
      .replace('STEP_TABLE', () => `${nextStep()}_${calledByNoun(tableName(name))}`);
    if (existsSync(join(projectFolder, path))) end(`${path} is there already: choose another name.`);
    planned.set(path, calledByNoun(text(name, hasPicture)));
  }
}

/** A text of the generator, in which a row is called by its noun, and stands in SQL (`ROW`) by its first letter. */
function calledByNoun(text: string): string {
  const several = /(s|x|ch|sh)$/.test(noun)
    ? `${noun}es`
    : /[^aeiou]y$/.test(noun)
      ? `${noun.slice(0, -1)}ies`
      : `${noun}s`;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  // The first letters p, f and w stand for other tables beside it.
  const alias = /^[pfw]/.test(noun) ? noun.slice(0, 2) : noun.charAt(0);
  const article = /^[aeiou]/.test(noun) ? 'n' : '';
  return text
    .replaceAll(/\b([Aa])n(?= entry\b)/g, `$1${article}`)
    .replaceAll(/\bROW\b/g, alias)
    .replaceAll('entries', several)
    .replaceAll('Entries', capital(several))
    .replaceAll('entry', noun)
    .replaceAll('Entry', capital(noun));
}

/** The number of the next step of the schema. */
function nextStep(): string {
  const steps = readdirSync(join(projectFolder, 'server/database/migrations'));
  return String(Math.max(...steps.map((step) => Number.parseInt(step, 10) || 0)) + 1).padStart(4, '0');
}

function addEntries(): void {
  const own = [
    ...(hasTable ? tableLineInsertions : tablelessRoomInsertions),
    ...(hasPicture ? pictureLineInsertions : []),
  ];
  for (const { path, before, line } of [...lineInsertions, ...own]) insert(path, before, calledByNoun(line(name)));
}

function makeNames(): void {
  for (const language of ['kg', 'ru', 'en'] as const) {
    addText(language, 'common', 'rooms', roomTileTexts[language](name));
    addText(language, 'search', 'also', roomSearchSynonyms[language](name));
    if (hasTable) addText(language, 'archive', 'parts', calledByNoun(archiveTexts[language](name)));
  }
}

/** Puts a text of the room under its name into a group of a file of texts. */
function addText(language: string, file: string, group: string, text: unknown): void {
  const path = `web/public/locales/${language}/${file}.json`;
  const texts = JSON.parse(read(path)) as Record<string, Record<string, unknown>>;
  const named = texts[group];
  if (!named || Object.hasOwn(named, name)) end(`${path} has "${group}.${name}" already: choose another name.`);
  named[name] = text;
  planned.set(path, formatJson(texts));
}

/** Puts text on lines of its own before a place that is there once. */
function insert(path: string, before: string, text: string): void {
  const [above, below, ...more] = read(path).split(before);
  if (above === undefined || below === undefined || more.length > 0)
    end(
      `${path} has changed: the place before ${JSON.stringify(before)} is not found. Mend scripts/new-room.lines.ts.`,
    );
  planned.set(path, `${above}${text}\n${before}${below}`);
}

function read(path: string): string {
  return planned.get(path) ?? readFileSync(join(projectFolder, path), 'utf8');
}

/** Runs a program of the project; whether it did its work. */
function runs(program: string, ...args: string[]): boolean {
  const { status } = spawnSync(process.execPath, [join(projectFolder, program), ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
