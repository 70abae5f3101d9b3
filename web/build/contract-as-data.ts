import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { RoomEntry } from '../../contract/rooms.ts';

/** Modules of the contract that are plain code without schemas and go to the browser as they are. */
const plainModules = new Set([
  'cookies.ts',
  'texts.ts',
  'transliteration.ts',
  'latin-name.ts',
  'permissions.ts',
  'access.ts',
  'role.ts',
  'limits.ts',
  'search-limits.ts',
  'data-limits.ts',
  'book-limits.ts',
  'term-calendar.ts',
  'url-selection.ts',
  'class-links.ts',
  'names.ts',
  'device-name.ts',
  'notice-address.ts',
  'notice-words.ts',
  'topics.ts',
  'report-kinds.ts',
  'office-files.ts',
  'conversation-address.ts',
  'timetable.ts',
  'initial-selection.ts',
  'sign-in-methods.ts',
  'start-key.ts',
  'start-limits.ts',
  'journal-sheet.ts',
  'kyrgyz-cases.ts',
  'combined-class.ts',
  'report-kinds.ts',
]);

type Entry = { path: string; method: string } & Record<string, unknown>;

const isCall = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'input' in value;

/** What the browser needs to make a call: no schema, and not who may make it, which the server alone decides. */
function callAsData({ path, method, once, files }: Entry): object {
  return { path, method, once, files };
}

/** The registry of rooms as the sign-in page carries it: for routes and texts. The rest comes with room-parts.ts. */
function roomsAsData(rooms: readonly RoomEntry[]): string {
  // Names in one text, and of each room only what does not follow from its name: every room costs the first visit a line.
  const more = rooms.map(({ name, path, tab, param }) => {
    const own = { tab, param, ...(path !== `/${name}` && { path }) };
    return [name, Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))] as const;
  });
  const said = Object.fromEntries(more.filter(([, own]) => Object.keys(own).length > 0));
  // A room and the texts of others that it uses.
  const names = rooms.map(({ name, texts = [] }) => [name, ...texts].join(' ')).join();
  return `const said = ${JSON.stringify(said)};
export const rooms = ${JSON.stringify(names)}.split(',').map((all) => {
  const [name, ...texts] = all.split(' ');
  return { name, path: '/' + name, texts, ...said[name] };
});`;
}

/**
 * Replaces the contract's modules by plain data in the browser's bundle, while TypeScript still sees their full types:
 * the schema library stays on the server. `folder` is the contract's folder.
 */
export function contractAsData(folder: string): Plugin {
  return {
    name: 'bilim-contract-as-data',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.startsWith(folder) || !file.endsWith('.ts') || plainModules.has(basename(file))) return null;
      this.addWatchFile(file);
      const changed = statSync(file).mtimeMs;
      const module = (await import(`${pathToFileURL(file).href}?${changed}`)) as Record<string, unknown>;
      if (basename(file) === 'rooms.ts') return roomsAsData(module.rooms as readonly RoomEntry[]);
      return Object.entries(module)
        .filter(([, value]) => typeof value === 'object' && value !== null)
        .filter(([, value]) => Object.values(value as object).some(isCall))
        .map(([name, value]) => {
          const calls = Object.entries(value as object).filter(([, entry]) => isCall(entry) && !entry.notByPages);
          const data = Object.fromEntries(calls.map(([key, entry]) => [key, callAsData(entry as Entry)]));
          return `export const ${name} = ${JSON.stringify(data)};`;
        })
        .join('\n');
    },
  };
}
