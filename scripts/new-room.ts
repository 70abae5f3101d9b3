import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { archiveNames, tableFiles, tableLineInsertions, tableName } from './new-room.table.ts';
import {
  capitalizedName,
  formatJson,
  identifierOf,
  lineInsertions,
  newRoomFiles,
  pageComponentName,
  roomNames,
} from './new-room.texts.ts';
import { projectFolder } from './results.ts';

/** Addresses below /lms that are no rooms. */
const taken = new Set(['check', 'offline', 'public', 'locales', 'api']);

/** Files as they will be, by their path; nothing is written before all of them are known. */
const planned = new Map<string, string>();

const given = process.argv.slice(2);
const hasTable = given.includes('--table');
const [name = '', ...rest] = given.filter((argument) => argument !== '--table');
if (rest.length > 0 || name.length > 30 || !/^[a-z][a-z0-9]+(-[a-z0-9]+)*$/.test(name))
  end('Give one name in small Latin letters, as it stands in addresses: npm run new-room lost-found [-- --table]');
if (taken.has(name) || !isFreeWord(identifierOf(name)))
  end(`"${name}" means something else already: choose another name.`);
makeFiles();
addEntries();
makeNames();
for (const [path, text] of planned) {
  mkdirSync(dirname(join(projectFolder, path)), { recursive: true });
  writeFileSync(join(projectFolder, path), text);
}
const toFormat = [...planned.keys()].filter((path) => !path.endsWith('.md'));
run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...toFormat);
run('scripts/calls-table.ts');
if (hasTable) run('scripts/schema.ts');
console.log(`The room "${name}" is there and works: npm test -- server/rooms/${name}, and /lms/${name} in the browser.
Made or changed:
${[...planned.keys()].map((path) => `  ${path}`).join('\n')}
  docs/calls.md${hasTable ? '\n  server/database/schema.sql' : ''}
In the rail it stands before the profile: contract/rooms.ts is in the order of the rail.
What it still needs is yours: docs/adding-a-room.md.`);

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
  for (const [pattern, text] of Object.entries({ ...newRoomFiles, ...(hasTable && tableFiles) })) {
    const path = pattern
      .replaceAll('NAME', name)
      .replace('PAGE', pageComponentName(name))
      .replace('TITLE', capitalizedName(name))
      .replace('STEP_TABLE', () => `${nextStep()}_${tableName(name)}`);
    if (existsSync(join(projectFolder, path))) end(`${path} is there already: choose another name.`);
    planned.set(path, text(name));
  }
}

/** The number of the next step of the schema. */
function nextStep(): string {
  const steps = readdirSync(join(projectFolder, 'server/database/migrations'));
  return String(Math.max(...steps.map((step) => Number.parseInt(step, 10) || 0)) + 1).padStart(4, '0');
}

function addEntries(): void {
  const replaced = hasTable ? lineInsertions.filter(({ path }) => path !== 'docs/wire.md') : lineInsertions;
  for (const { path, before, line } of [...replaced, ...(hasTable ? tableLineInsertions : [])])
    insert(path, before, line(name));
}

function makeNames(): void {
  for (const [language, texts] of Object.entries(roomNames)) {
    const path = `web/public/locales/${language}/common.json`;
    const common = JSON.parse(read(path)) as { rooms: Record<string, object> };
    if (Object.hasOwn(common.rooms, name)) end(`${path} has a room "${name}" already: choose another name.`);
    common.rooms[name] = texts(name);
    planned.set(path, formatJson(common));
  }
  if (!hasTable) return;
  for (const [language, text] of Object.entries(archiveNames)) {
    const path = `web/public/locales/${language}/archive.json`;
    const archive = JSON.parse(read(path)) as { parts: Record<string, string> };
    archive.parts[name] = text(name);
    planned.set(path, formatJson(archive));
  }
}

/** Puts text on lines of its own before a place that is there once. */
function insert(path: string, before: string, text: string): void {
  const [above, below, ...more] = read(path).split(before);
  if (above === undefined || below === undefined || more.length > 0)
    end(
      `${path} has changed: the place before ${JSON.stringify(before)} is not found. Mend scripts/new-room.texts.ts.`,
    );
  planned.set(path, `${above}${text}\n${before}${below}`);
}

function read(path: string): string {
  return planned.get(path) ?? readFileSync(join(projectFolder, path), 'utf8');
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(projectFolder, program), ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) end(`${program} failed: see above. The room's files are written.`);
}

function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
