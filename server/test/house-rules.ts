import assert from 'node:assert/strict';
import { posix } from 'node:path';

/** A source file: path from the project's folder with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** What an area of the tree may import: other areas, and of packages only the listed ones where a list is given. */
interface Rule {
  areas: readonly string[];
  packages?: readonly string[];
}

/** The server's floors from the ground up: each may import those before it. */
const floors = [
  'core',
  'settings',
  'database',
  'auth',
  'live',
  'files',
  'fulltext',
  'converting',
  'pdf',
  'call',
  'university',
  'notices',
  'delivery',
] as const;
const upTo = (floor: (typeof floors)[number]) => ['contract', ...floors.slice(0, floors.indexOf(floor) + 1)];
const anyServer = [...upTo('delivery'), 'import', 'server', 'room:*', 'rooms'];
const anyWeb = [
  'web',
  'web/public',
  'web/start',
  'web/core',
  'web/kit',
  'web/shared',
  'web/room:*',
  'web/frame',
  'contract',
];

/** Folders of the browser's code that several rooms use, each named by what it is about. */
const sharedFolders = new Set([
  'account',
  'announcements',
  'classes',
  'conversations',
  'disciplines',
  'offline-files',
  'imported-tables',
  'apps',
  'materials',
  'notices',
]);

/** Who may import whom (docs/architecture.md#floors); `room:=` stands for the same room. */
const rules: Readonly<Record<string, Rule>> = {
  contract: { areas: ['contract'], packages: ['typebox'] },
  'contract/test': { areas: ['contract'] },
  ...Object.fromEntries(floors.map((floor) => [floor, { areas: upTo(floor) }])),
  // The names of its sentences are the keys of its texts; rooms on which data comes in ask it.
  import: { areas: ['import', 'server', 'web/public', ...upTo('delivery')] },
  'room:*': { areas: ['room:=', 'import', ...upTo('delivery')] },
  rooms: { areas: anyServer },
  // The names of the importer's sentences are the keys of its texts.
  server: { areas: [...anyServer, 'web/public'] },
  'web/start': { areas: ['web/start', 'contract'] },
  'web/core': { areas: ['web/core', 'web/start', 'web/public', 'contract'] },
  'web/public': { areas: [] },
  'web/kit': { areas: ['web/kit', 'web/core', 'contract'] },
  'web/shared': { areas: ['web/shared', 'web/core', 'web/kit', 'contract'] },
  'web/room:*': { areas: ['web/room:=', 'web/core', 'web/kit', 'web/shared', 'contract'] },
  'web/frame': { areas: anyWeb },
  web: { areas: anyWeb },
};

/** The area a path belongs to; null for what no rule is about (scripts, e2e, bench). */
export function findCodeArea(path: string): string | null {
  const isTest = /\.test\.tsx?$/.test(path);
  if (path.startsWith('contract/')) return isTest ? 'contract/test' : 'contract';
  const [, side, inner = ''] = /^(server|web)\/(?:src\/)?(.*)$/.exec(path) ?? [];
  if (side === undefined) return null;
  if (isTest) return side;
  const [first = '', second] = inner.split('/');
  if (side === 'server') {
    if (inner === 'settings.ts') return 'settings';
    if (first === 'rooms') return inner.split('/').length > 2 ? `room:${second}` : 'rooms';
    return first === 'import' ? 'import' : (floors.find((floor) => floor === first) ?? 'server');
  }
  if (path.startsWith('web/public/')) return 'web/public';
  if (first === 'rooms') return `web/room:${second}`;
  if (sharedFolders.has(first)) return 'web/shared';
  return ['start', 'core', 'kit', 'frame'].includes(first) ? `web/${first}` : 'web';
}

/** Every module that a source names in import, export from or import(). */
export function findImportedModules({ text }: SourceFile): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g);
  return [...found].map(([, name = '']) => name);
}

/** One sentence for each import that the rules forbid. */
export function findForbiddenImports(source: SourceFile): string[] {
  const area = findCodeArea(source.path);
  if (area === null) return [];
  const [, room] = area.split(':');
  const rule = rules[room === undefined ? area : area.replace(/:.*/, ':*')];
  if (rule === undefined) return [`${source.path}: no rule for the area ${area}`];
  const areas = rule.areas.map((one) => one.replace('=', room ?? ''));
  return findImportedModules(source).flatMap((name) => {
    const target = targetOf(source.path, name);
    if (target === null) {
      const isAllowed =
        rule.packages === undefined || rule.packages.some((one) => name === one || name.startsWith(`${one}/`));
      return isAllowed ? [] : [`${source.path} may not import the package ${name}`];
    }
    const to = findCodeArea(target);
    const isAllowed = to !== null && (areas.includes(to) || areas.includes(to.replace(/:.*/, ':*')));
    return isAllowed ? [] : [`${source.path} (${area}) may not import ${target} (${to ?? 'outside'})`];
  });
}

/** The file of this project that an import means; null for packages and Node's own modules. */
function targetOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  const [, inside] = /^@bilim\/(.*)$/.exec(name) ?? [];
  return inside ?? null;
}

/**
 * One sentence for each file that imports itself by way of others, types included, with the way. What is loaded when it is needed
 * may lean on what loads it.
 */
export function findImportCycles(sources: readonly SourceFile[]): string[] {
  const imports = new Map(
    sources.map(({ path, text }) => {
      const atOnce = { path, text: text.replaceAll(/\bimport\(/g, '') };
      return [path, findImportedModules(atOnce).flatMap((name) => targetOf(path, name) ?? [])];
    }),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]) => {
    const begins = way.indexOf(path);
    if (begins >= 0) found.push(`${[...way.slice(begins), path].join(' imports ')}: move what both need below them`);
    if (begins >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}

const sqlPlaces =
  /^server\/(admin|audit|auth|backup|call|database|demo|files|fulltext|import|live|test|university)\/|\.(queries|access|test)\.ts$|^(scripts|e2e|bench)\//;
const statement =
  /[\w)>]`\s*(select|insert|update|delete|with|merge|set|create|alter|drop|truncate|lock|begin|notify|copy)\b|\.unsafe\(/i;

/** One sentence for a file that talks to the database though its name does not say so. */
export function findMisplacedSql({ path, text }: SourceFile): string[] {
  if (!path.startsWith('server/') || sqlPlaces.test(path)) return [];
  const line = text
    .split('\n')
    .findIndex((_, index, lines) => statement.test(lines.slice(index, index + 2).join('\n')));
  return line < 0 ? [] : [`${path}:${line + 1} holds SQL: it belongs into the .queries.ts or .access.ts beside it`];
}

/**
 * Tables that say who teaches and who studies what, and when. server/university asks them; beside it only rooms that
 * own one: registration gives and takes the seats, the journal divides a class into subgroups.
 */
const tablesOfCourses: Readonly<Record<string, readonly string[]>> = {
  group_load: [],
  group_membership: [],
  registration: ['registration'],
  registration_class: ['registration'],
  journal_subgroup: ['journal'],
};

/**
 * Folders that may name them all, each with its reason: university is the courses' home; import writes what the
 * registrar hands in and holds it against what is there; demo makes a university; backup copies and reads back every
 * table; test looks at what the calls did.
 */
const mayNameAll = /^server\/(university|import|demo|backup|test)\/|\.test\.ts$/;

/** One sentence for each table of the courses, and each teacher of a stream, that a file reads by itself. */
export function findForbiddenCourseTableReads({ path, text }: SourceFile): string[] {
  if (!path.startsWith('server/') || mayNameAll.test(path)) return [];
  const room = /^server\/rooms\/(\w+)\//.exec(path)?.[1] ?? '';
  const named = Object.entries(tablesOfCourses)
    .filter(([, owners]) => !owners.includes(room))
    .filter(([table]) => new RegExp(`\\b(from|join|into|update|table)\\s+${table}\\b(?!\\.)`).test(text))
    .map(([table]) => `${path} names ${table}: ask server/university/courses.queries.ts or courses.access.ts`);
  return [...named, ...(room === 'registration' ? [] : teachersOfStreams({ path, text }))];
}

/** A stream's name and department may be read anywhere; whose it is says course_teacher. */
function teachersOfStreams({ path, text }: SourceFile): string[] {
  const aliases = [...text.matchAll(/\b(?:from|join)\s+stream\s+(?!where\b|on\b)(\w+)/g)].map(
    ([, alias = '']) => alias,
  );
  const readsIt =
    /\bfrom\s+stream\s+where\b[^`]*\bteacher_id\b/.test(text) ||
    aliases.some((alias) => new RegExp(`\\b${alias}\\.teacher_id\\b`).test(text));
  return readsIt ? [`${path} reads a stream's teacher: ask the view course_teacher or stream_student`] : [];
}

/** Names of the types that only an access file makes: they carry a mark such as `__authorized`. */
export function findBrandedTypes({ path, text }: SourceFile): string[] {
  if (!path.endsWith('.access.ts')) return [];
  const types = text.split(/^(?=export (?:type|interface) )/m).map((part) => part.split(/;\n(?![\s}])/)[0] ?? '');
  return types.flatMap((part) => (/readonly __\w+:/.test(part) ? (/^export \w+ (\w+)/.exec(part)?.[1] ?? []) : []));
}

/** One sentence for each marked type that a file makes though it is no access file. */
export function findForgedBrands({ path, text }: SourceFile, marks: readonly string[]): string[] {
  if (!path.startsWith('server/') || path.endsWith('.access.ts')) return [];
  return [...new Set(marks)]
    .filter((mark) => new RegExp(`\\bas\\s+(unknown\\s+as\\s+)?(readonly\\s+)?${mark}\\b`).test(text))
    .map((mark) => `${path} makes a ${mark}: only its access file does`);
}

const spaces = /^(scroll-)?(padding|margin)(-[\w-]+)?$|^(row-|column-)?gap$/;

/**
 * One sentence for each space, layer and duration of a style sheet that is written as a number instead of a token of
 * web/src/kit/tokens.css. A pixel up or down, and nothing at all, may stay.
 */
export function findCssValuesWithoutToken({ path, text }: SourceFile): string[] {
  if (!path.endsWith('.css') || path === 'web/src/kit/tokens.css') return [];
  const declarations = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<![\w-])([\w-]+)\s*:\s*([^;{}]+)[;}]/g);
  return [...declarations].flatMap(([, property = '', value = '']) => {
    const bare =
      (spaces.test(property) && /(?<![\w.])(?!1px|0px)[\d.]+(px|rem)\b/.test(value)) ||
      (property === 'z-index' && /\d/.test(value)) ||
      (/^(transition|animation)(-|$)/.test(property) && /(?<![\w.-])[\d.]+m?s\b/.test(value));
    return bare ? [`${path}: ${property}: ${value.trim()} wants a token of web/src/kit/tokens.css`] : [];
  });
}

/** Fails with every sentence that was found, a line each. */
export function expectNoViolations(found: readonly string[]): void {
  assert.ok(found.length === 0, `\n${found.join('\n')}`);
}

/** What lets a browser test wait without a fact; engines are steered by drivers that tell none. */
const blindWait = /['"]networkidle['"]|\.toPass\(|\bwaitForTimeout\(|['"]node:timers\/promises['"]/;
/** A loop that waits has no end when what it waits for never comes; `until` of server/test/http.ts has one. */
const endlessWait = /\bwhile \(.*\) await new Promise\b/;
const emptying = /`\s*truncate\b/i;

/**
 * One sentence for a browser test that waits for no fact, for one that empties a table instead of making its own rows, and for
 * any test, or what tests share, that may wait without end.
 */
export function findUnreliableTestPatterns({ path, text }: SourceFile): string[] {
  if (/\.test\.ts$|^server\/test\//.test(path))
    return endlessWait.test(text) ? [`${path} may wait without end: wait by waitUntil of server/test/http.ts`] : [];
  if (!path.startsWith('e2e/') || path.startsWith('e2e/engines/')) return [];
  return [
    ...(blindWait.test(text) ? [`${path} waits for no fact: wait for what the page or the call says`] : []),
    ...(emptying.test(text) ? [`${path} empties a table: make people and courses of its own`] : []),
  ];
}

/** Tables whose rows tests make by a factory, each with the module in server/test/factories. */
const factories: Readonly<Record<string, string>> = {
  permission: 'permissions.ts',
  student: 'people.ts',
  lesson: 'lessons.ts',
  stream: 'streams.ts',
  document_order: 'orders.ts',
  order_event: 'orders.ts',
  news: 'announcements.ts',
  mail_address: 'mail-addresses.ts',
  linked_account: 'linked-accounts.ts',
  signin_failure: 'failed-sign-ins.ts',
  signin_queue: 'failed-sign-ins.ts',
  academic_year: 'academic-years.ts',
  one_time_key: 'second-steps.ts',
  service_token: 'service-tokens.ts',
};

/** So many times tests make a row of a table without a factory in their own words. It only falls: whoever lowers it writes it here. */
export const maxRawInserts = 136;

/** Tables that tests make for themselves. */
const tablesOfTests = ['note', 'step'];

/** How often tests make rows of the portal's tables in their own words; tests of the schema itself are about such rows. */
export function countRawInserts(sources: readonly SourceFile[]): number {
  const tests = sources.filter(({ path }) => /\.(test|spec)\.ts$/.test(path) && !path.startsWith('server/database/'));
  const tables = tests.flatMap(({ text }) =>
    [...text.matchAll(/\binsert\s+into\s+([a-z_]+)/gi)].map(([, table = '']) => table.toLowerCase()),
  );
  return tables.filter((table) => !tablesOfTests.includes(table)).length;
}

/** Tests that are about the row itself, each with its reason. */
export const allowedRawRows: Readonly<Record<string, string>> = {
  'server/import/lessons.release.test.ts': 'rows that the registrar does not know, marked as made by hand',
  'server/call/sweeper.test.ts': 'one row of every table that is swept, some just too old',
  'server/database/migrate.test.ts': 'rows of an earlier schema',
  'server/rooms/people/people.list-size.release.test.ts': 'twelve thousand students in one statement, many of one name',
  'server/rooms/singlewindow/singlewindow.certificate.release.test.ts': 'copies of one paper as it was written',
  'server/university/courses.test.ts': 'courses of every kind in a university without any',
};

/** One sentence for each table with a factory whose rows a test, or what tests share, makes in its own words. */
export function findRowsWithoutFactory({ path, text }: SourceFile): string[] {
  const isTest = /^(server|scripts)\/.*\.test\.ts$|^server\/test\/|^e2e\//.test(path);
  if (!isTest || path.startsWith('server/test/factories/')) return [];
  return Object.entries(factories)
    .filter(([table]) => new RegExp(`\\binsert\\s+into\\s+${table}\\b`, 'i').test(text))
    .map(([table, module]) => `${path} makes a row of ${table}: ask server/test/factories/${module}`);
}

const clocks = ['server/core/clock.ts', 'web/src/core/clock.ts'];
const ownTime = /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])/;
const dayOfZone = /\b(current_(date|time|timestamp)|local(time|timestamp))\b/i;

/**
 * One sentence for a file that asks the machine for the time instead of the clock of its side, or the database for a day
 * that neither the university's zone nor the clock of tests decides. Tests may measure how long they wait.
 */
export function findMachineClockUses({ path, text }: SourceFile): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '');
  const isProduct = /^(server|contract|web)\//.test(path) && !/\.test\.tsx?$|^server\/test\//.test(path);
  const asksMachine = isProduct && !clocks.includes(path) && ownTime.test(code);
  return [
    ...(asksMachine
      ? [`${path} asks the machine for the time: ask core/clock.ts, or performance.now() for how long`]
      : []),
    ...(dayOfZone.test(code) ? [`${path} asks for the day of the connection's zone: ask today()`] : []),
  ];
}
