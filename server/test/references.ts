import type { SourceFile } from './house-rules.ts';

/** What there is to refer to. */
export interface KnownReferences {
  /** Every file of the repository, from the project's folder, with forward slashes. */
  readonly paths: readonly string[];
  /** By a page's path: its headings as they are written. */
  readonly headings: ReadonlyMap<string, readonly string[]>;
  /** Every word of the sources. */
  readonly words: ReadonlySet<string>;
  /** By the path of a source: its text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Files that programs are called by, and that others make: no file of ours has to have that name. */
const ofOthers = new Set(['Node.js', 'pdf.js', 'postgres.js', 'public/worker.js', 'worker.js', 'worker-build.js']);
/** Names that pages speak of and that belong to programs and libraries, not to the sources. */
const namesOfOthers = new Set([
  'CloseWatcher',
  'PrivateUsers',
  'RestrictNamespaces',
  'entriesAware',
  'handlerTimeout',
  'isInfected',
  'minSyncReplicas',
  'persistQueryClient',
  'preloadError',
  'renderBuiltUrl',
  'renderDynamicImport',
  'resetScroll',
  'resolveDependencies',
]);
/** A name that stands for many, and the room of docs/adding-a-room.md. */
const pattern = /NNNN|lost-found/;

const code = /\.(ts|tsx|js|mjs|css|sql)$/;
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|^\s*--.*$/gm;
const file =
  /(?<![\w<>*{}$:@./#-])([A-Za-z0-9][\w./-]*\.(?:md|tsx?|m?js|css|sql))(?:#([\w-]+)|,? (?:section )?(\d+(?:\.\d+)*)\b)?(?![\w*])/g;
const link = /\]\(([^)\s]+)\)/g;
const inBackticks = /`([^`\n]+)`/g;
/** A name of code: a capital letter within a word tells it from other words. */
const identifier = /\b[A-Za-z][a-z]+[A-Z]\w*\b/g;
/** A name of code, and the file in which it is said to be. */
const nameInFile = /`(\w+)` (?:in|of)\s+`([\w./-]+\.(?:tsx?|sql|css))`/g;
const decision = /\bdecisions? (\d+)\b/gi;
/** Numbers of lists that are not in the repository: the rule itself is there, or a link into docs/. */
const outside = /\b(?:settled|rule|issue|specification|plan|house|design(?:-\w+)?) #?\d+(?:\.\d+)*\b/gi;

/** One sentence for each reference of a page, or of a comment, to a file, a section, a decision, a name of code or a numbered rule that is not there. */
export function findDeadReferences({ path, text }: SourceFile, known: KnownReferences): string[] {
  const searched = code.test(path) ? [...text.matchAll(comments)].map(([comment]) => comment).join('\n') : text;
  const plain = searched.replaceAll(/https?:\/\/\S+/g, '');
  const faults = [...plain.matchAll(file)].flatMap(([whole, name = '', anchor, number]) =>
    ofOthers.has(name) || pattern.test(name) || holds(path, known, name, anchor, number) ? [] : [whole],
  );
  for (const [, target = ''] of plain.matchAll(link)) {
    const [name = '', anchor] = target.split('#');
    // Without a file it is a section of the same page.
    const isOfFile = name === '' ? anchor !== undefined : /\.\w+$/.test(name);
    if (isOfFile ? !holds(path, known, name, anchor) : !isFolder(path, known, name)) faults.push(target);
  }
  for (const [whole, number = ''] of plain.matchAll(decision))
    if (!known.paths.some((one) => one.startsWith(`docs/decisions/${number.padStart(4, '0')}-`))) faults.push(whole);
  faults.push(...[...plain.matchAll(outside)].map(([whole]) => whole));
  if (path.endsWith('.md')) faults.push(...goneIdentifiers(plain, known), ...misplacedNames(plain, known));
  return [...new Set(faults)].map((fault) => `${path} refers to ${fault}, which is not there`);
}

/** Names of code in a page's backticks that no source has. */
function goneIdentifiers(text: string, { words }: KnownReferences): string[] {
  const names = [...text.matchAll(inBackticks)].flatMap(([, quoted = '']) => quoted.match(identifier) ?? []);
  return names.filter((name) => !words.has(name) && !namesOfOthers.has(name));
}

/** Names that the file for which a page gives them does not have. */
function misplacedNames(text: string, { texts }: KnownReferences): string[] {
  return [...text.matchAll(nameInFile)].flatMap(([, name = '', path = '']) => {
    const files = [...texts].filter(([one]) => one === path || one.endsWith(`/${path}`));
    const isThere = files.length === 0 || files.some(([, source]) => new RegExp(`\\b${name}\\b`).test(source));
    return isThere ? [] : [`${name} in ${path}`];
  });
}

/** Whether a file of that name is there, and in it the section. A name may leave out the folders before it. */
function holds(
  from: string,
  { paths, headings }: KnownReferences,
  name: string,
  anchor?: string,
  number?: string,
): boolean {
  const path = resolved(from, name);
  const found = paths.filter((one) => one === name || one === path || one.endsWith(`/${name}`));
  if (anchor === undefined && (number === undefined || !name.endsWith('.md'))) return found.length > 0;
  return found.some((one) =>
    headings
      .get(one)
      ?.some((heading) =>
        anchor === undefined ? heading.startsWith(`${number}. `) : toHeadingSlug(heading) === anchor,
      ),
  );
}

function isFolder(from: string, { paths }: KnownReferences, name: string): boolean {
  const path = resolved(from, name).replace(/\/$/, '');
  return paths.some((one) => one.startsWith(`${path}/`));
}

function resolved(from: string, name: string): string {
  return new URL(name, `file:///${from}`).pathname.slice(1);
}

/** A heading as addresses name it. */
export function toHeadingSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** The headings of a page. */
export function findPageHeadings(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
}
