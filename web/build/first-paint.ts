import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, type IndexHtmlTransformContext, minifySync, type Plugin } from 'vite';

const base = '/lms/';

/** What pages ask for, and for each first part of an address the numbers of what its page will. */
interface Ahead {
  /** What follows `<link rel=`; a star stands for the language. */
  links: string[];
  pages: Record<string, number[]>;
}

/** How a file is asked for ahead of its use. */
function linkTo(file: string): string {
  if (file.endsWith('.js')) return `modulepreload href=${base}${file}`;
  return `preload as=${file.endsWith('.css') ? 'style' : 'fetch'} href=${base}${file}`;
}

/**
 * What must be there before the first paint: a tiny blocking script that sets theme and language (a file of its own,
 * because the content security policy allows no inline script), and preloads of the three font files. The same script
 * asks for the parts of the page that is opened: on a weak line each of them would otherwise be found one way later.
 * `source` is the folder of the browser's code, `texts` the mark of the texts' addresses.
 */
export function firstPaint(source: string, texts: string): Plugin {
  let building = false;
  return {
    name: 'bilim-first-paint',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (!building) return;
      const read = (file: string) => readFileSync(join(source, file), 'utf8');
      this.emitFile({ type: 'asset', name: 'start.js', source: minifySync('start.js', read('start.js')).code });
      // The product's own logo has an address that does not change, because the logo call tells it.
      this.emitFile({ type: 'asset', fileName: 'public/logo.svg', source: read('kit/logo.svg') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, context) {
        const fonts = Object.keys(context.bundle ?? {}).filter((file) => file.endsWith('.woff2'));
        const tags: HtmlTagDescriptor[] = fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: base + file, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head-prepend',
        }));
        const start = Object.keys(context.bundle ?? {}).find((file) => /\/start-[^/]+\.js$/.test(file));
        tags.push({
          tag: 'script',
          attrs: building
            ? { src: base + start, 'data-ahead': JSON.stringify(ahead(context.bundle ?? {}, texts)) }
            : { src: `${base}src/start.js` },
          injectTo: 'head-prepend',
        });
        return tags;
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Follows each page, and the frame around it, to all files that they need besides those that the HTML names. */
function ahead(bundle: Bundle, texts: string): Ahead {
  const links: string[] = [];
  const needs = (file: string, found = new Set<string>()): Set<string> => {
    const chunk = bundle[file];
    if (found.has(file) || chunk?.type !== 'chunk') return found;
    found.add(file);
    for (const one of chunk.imports) needs(one, found);
    for (const one of chunk.viteMetadata?.importedCss ?? []) found.add(one);
    return found;
  };
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const of = (end: RegExp) => chunks.filter(({ facadeModuleId }) => end.test(facadeModuleId ?? ''));
  const [entry] = chunks.filter(({ isEntry, fileName }) => isEntry && fileName.includes('/index-'));
  const [frame] = of(/\/frame\/Shell\.tsx$/);
  const known = needs(entry?.fileName ?? '');
  const around = [...needs(frame?.fileName ?? '')].filter((file) => !known.has(file));
  const pages: Ahead['pages'] = {};
  const put = (name: string, wanted: readonly string[]) => {
    const spoken = (name ? ['common', name] : ['common']).map((part) => `locales/*/${part}.json?v=${texts}`);
    pages[name] = [...new Set([...wanted, ...spoken])].map(linkTo).map((link) => {
      if (!links.includes(link)) links.push(link);
      return links.indexOf(link);
    });
  };
  put('', around);
  const page = /\/rooms\/(\w+)\/\1page\.tsx$/i;
  for (const { fileName, facadeModuleId } of of(page)) {
    const name = page.exec(facadeModuleId ?? '')?.[1] ?? '';
    const own = [...needs(fileName)].filter((file) => !known.has(file));
    put(name, name === 'login' ? own : [...around, ...own]);
  }
  return { links, pages };
}
