import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import { unescapeHtml } from '../core/html.ts';

/** A document that shows a page before any of its scripts has run, and what its content security policy must allow. */
export interface RenderedDocument {
  readonly html: string;
  /** Sources of styles: the hashes of those that are in the document. */
  readonly styleSources: readonly string[];
}

const base = '/lms';

/** What React puts before the content, as it belongs to the head: links to pictures that the page shows, and its title. */
const hoistedElements = /^((?:<link [^>]*>)*)(<title>.*?<\/title>)?/;

/** Of what the build lists for the first script (web/src/start/preload.ts): links, and their numbers for each page. */
interface PreloadList {
  readonly links: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
}

/** A page that was rendered, and what it begins with. */
interface RenderedContent {
  readonly path: string;
  readonly role: number;
  readonly content: string;
  readonly start: string;
}

/**
 * The built page with a rendered page in it. Its style sheets are in the document, as each would otherwise be waited for; what the
 * page begins with comes behind the content, for its scripts.
 */
export class RenderedHtml {
  readonly #folder: string;
  readonly #html: string;
  readonly #lists: PreloadList;
  readonly #styles = new Map<string, { readonly element: string; readonly source: string }>();

  /** `html`: the page as it was built, in `folder` (web/dist). */
  constructor(html: string, folder: string) {
    this.#html = html;
    this.#folder = folder;
    const [, list] = /data-preload="([^"]*)"/.exec(html) ?? [];
    this.#lists = list === undefined ? { links: [], pages: {} } : (JSON.parse(unescapeHtml(list)) as PreloadList);
  }

  /**
   * Puts the content of the page at `path` (`/news`), as people of this role have it, into the document, with `start`: the reply of
   * contract/start.ts.
   */
  compose({ path, role, content, start }: RenderedContent): RenderedDocument {
    const sheets = this.#stylesOf(path.slice(1), role);
    const { markup, rules } = moveStyleAttributes(content);
    const [, links = '', title = ''] = hoistedElements.exec(markup) ?? [];
    const page = markup.slice(links.length + title.length);
    const html = this.#html
      .replace('<html ', '<html data-server-rendered ')
      .replace(/<title>.*?<\/title>/, (built) => title || built)
      .replace('</head>', () => `${links}${sheets.element}<style>${rules}</style></head>`)
      // Beside what stands first elsewhere: a browser may have another use for the document (web/src/start/start.ts).
      .replace('<div id="root">', () => `<div class="rendered">${page}</div><div id="root">`)
      .replace('<noscript', () => `${startElement(start)}<noscript`);
    return { html, styleSources: [sheets.source, sourceOf(rules)] };
  }

  /** The style sheets that a page needs, in one element that names their files (start/chunk-files.ts). */
  #stylesOf(page: string, role: number) {
    const key = `${page}${role}`;
    const known = this.#styles.get(key);
    if (known) return known;
    const { links, pages } = this.#lists;
    const numbers = new Set(['', page, key].flatMap((name) => pages[name] ?? []));
    const files = [...numbers].flatMap((number) => /^preload as=style href=(\S+)/.exec(links[number] ?? '')?.[1] ?? []);
    const css = files
      .map((file) => readFileSync(join(this.#folder, file.slice(base.length)), 'utf8').trim())
      .join('\n');
    const made = { element: `<style data-files="${files.join(' ')}">${css}</style>`, source: sourceOf(css) };
    this.#styles.set(key, made);
    return made;
  }
}

/** The page of a room that an address leads to on a phone; undefined: it is no page of a room. */
export function findRoomOfPage(pathname: string): RoomEntry | undefined {
  const [first] = pathname.slice(base.length + 1).split('/');
  return rooms.find(({ name, path }) => (first ? path === `/${first}` : name === 'today'));
}

/** The content security policy allows no style attributes, but a style sheet by its hash: each becomes a rule there. */
function moveStyleAttributes(content: string): { markup: string; rules: string } {
  const styles: string[] = [];
  const markup = content.replace(/ style="([^"]*)"/g, (_, escaped: string) => {
    const style = unescapeHtml(escaped);
    if (!isWholeDeclaration(style)) return '';
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  const rules = styles.map((style, number) => `[data-style="${number}"]{${style}}`).join('');
  return {
    markup: markup
      .replace(/<(button|select|summary)\b/g, '<$1 inert')
      .replace(/<(input|textarea)\b/g, '<$1 inert readonly'),
    rules,
  };
}

/** Whether a style ends where its rule does: no value of it opens a block, a comment or a text that it does not close. */
function isWholeDeclaration(style: string): boolean {
  const withoutTexts = style.replaceAll(/"[^"\\\n]*"|'[^'\\\n]*'/g, '');
  return !/[<{}\\"'@\n]|\/\*/.test(withoutTexts) && !style.includes('<');
}

const startElement = (start: string): string =>
  `<script type="application/json" id="page-start">${start.replaceAll('<', '\\u003c')}</script>`;

const sourceOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
