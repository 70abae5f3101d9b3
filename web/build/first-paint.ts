import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type HtmlTagDescriptor,
  type IndexHtmlTransformContext,
  minifySync,
  normalizePath,
  type Plugin,
  transformWithOxc,
} from 'vite';
import { login } from '../../contract/login.ts';
import { rooms } from '../../contract/rooms.ts';
import { start } from '../../contract/start.ts';
import { homeRoom } from '../src/frame/rooms.ts';
import type { PreloadList } from '../src/start/preload.ts';
import { preloadedModules } from '../src/start/preloaded-modules.ts';
import { pageFile } from './room-assets.ts';

const base = '/lms/';

const staffModules: ReadonlyMap<string, string> = new Map(Object.entries(preloadedModules.staff));
const languages = ['kg', 'ru', 'en'];
/** The rooms that are tabs of the phone, in their order. */
const tabs = rooms.filter(({ tab }) => tab !== undefined).sort((a, b) => (a.tab ?? 0) - (b.tab ?? 0));

/** The names of these pages and of the tabs in the language whose texts lie in this folder. */
function namesIn(folder: string, pages: readonly string[]): PreloadList['names'][string] {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
  const { rooms: called } = read('common.json') as { rooms: Record<string, { name: string }> };
  const titles = rooms.flatMap(({ name, path }) => {
    const { title } = read(`${name}.json`);
    return typeof title === 'string' && pages.includes(path.slice(1)) ? [[path.slice(1), title]] : [];
  });
  return { ...Object.fromEntries(titles), tabs: tabs.map(({ name }) => called[name]?.name ?? '') };
}

/** How a file is asked for ahead of its use. */
function linkTo(file: string): string {
  if (file.endsWith('.js')) return `modulepreload href=${base}${file}`;
  if (file.endsWith('.woff2')) return `preload as=font type=font/woff2 href=${base}${file}`;
  return `preload as=${file.endsWith('.css') ? 'style' : 'fetch'} href=${base}${file}`;
}

/**
 * What must be there before the first paint: a tiny script within the HTML that sets theme and language; the content
 * security policy lets it through by its hash. The same script makes the calls that the page which is opened will begin
 * with, and behind the first paint asks for all files of that page at once: on a weak line each of them would otherwise
 * begin one way later.
 * `source` is the folder of the browser's code, `texts` the mark of the texts' addresses, `locales` their folder.
 */
export function firstPaintPlugin(source: string, texts: string, locales: string): Plugin {
  let building = false;
  let start = '';
  const mark = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(source, 'kit/mark.svg'), 'utf8').trim())}`;
  return {
    name: 'bilim-first-paint',
    configResolved(config) {
      building = config.command === 'build';
    },
    async buildStart() {
      if (!building) return;
      const read = (file: string) => readFileSync(join(source, file), 'utf8');
      const { code } = await transformWithOxc(read('start/start.ts'), 'start.ts');
      start = minifySync('start.js', code).code;
      // The product's own logo has an address that does not change, because the logo call tells it.
      this.emitFile({ type: 'asset', fileName: 'public/logo.svg', source: read('kit/logo.svg') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, context) {
        // The script asks how wide the screen is, which a phone knows only then.
        const tags: HtmlTagDescriptor[] = [
          { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
          {
            tag: 'meta',
            attrs: { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
            injectTo: 'head-prepend',
          },
          // As a part of the page it costs no way of its own.
          { tag: 'link', attrs: { rel: 'icon', type: 'image/svg+xml', href: mark }, injectTo: 'head' },
        ];
        // Vite puts the import map before the first module that the HTML names. It must stand before the first script, which
        // asks for more of them: what one imports cannot be found before the map is there, and is then not looked for again.
        if (context.chunk)
          tags.push({
            tag: 'link',
            // The page of HTML itself is no file: what it imports is named in its place.
            attrs: {
              rel: 'modulepreload',
              crossorigin: true,
              href: base + (context.chunk.imports[0] ?? context.chunk.fileName),
            },
            injectTo: 'head-prepend',
          });
        tags.push({
          tag: 'script',
          ...(building
            ? {
                attrs: {
                  'data-preload': JSON.stringify(
                    preloadList(context.bundle ?? {}, context.chunk?.fileName ?? '', { source, texts, locales }),
                  ),
                },
                children: start,
              }
            : { attrs: { src: `${base}src/start/start.ts` } }),
          injectTo: 'head-prepend',
        });
        return tags;
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** Follows each page, and the frame around it, to all files that they need besides those that the HTML of `entry` names. */
function preloadList(
  bundle: Bundle,
  entry: string,
  { source, texts, locales }: { readonly source: string; readonly texts: string; readonly locales: string },
): PreloadList {
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
  const isSignIn = bundle[entry]?.type === 'chunk' && bundle[entry].facadeModuleId?.endsWith('/login.html');
  const named = needs(entry);
  /** The files that a module which is fetched by itself needs besides those of the HTML. */
  const filesOf = (module: string) => {
    const path = normalizePath(join(source, module));
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === path);
    if (!chunk) throw new Error(`${module} is asked for ahead, but is no file of its own`);
    return [...needs(chunk.fileName)].filter((file) => !named.has(file));
  };
  const signIn = preloadedModules.signIn[isSignIn ? 'alone' : 'inPortal'].flatMap(filesOf);
  const around = preloadedModules.frame.flatMap(filesOf);
  const pages: PreloadList['pages'] = {};
  const put = (name: string, wanted: readonly string[]) => {
    pages[name] = [...new Set(wanted)].map(linkTo).map((link) => {
      if (!links.includes(link)) links.push(link);
      return links.indexOf(link);
    });
  };
  const words = (...names: string[]) => names.map((name) => `locales/*/${name}.json?v=${texts}`);
  put('', [...around, ...words('common')]);
  put('login', [...signIn, ...words('common', 'login')]);
  // Where nobody is known stands the sign-in page, or the page that most sign-ins lead to.
  for (const room of isSignIn ? [homeRoom] : rooms) {
    const own = filesOf(`rooms/${pageFile(room)}.tsx`);
    // Who signs in is not known yet: what only some are shown comes while one types, too.
    const ofStaff = staffModules.get(room.name);
    if (isSignIn && ofStaff) own.push(...filesOf(ofStaff));
    put(room.path.slice(1), [...around, ...own, ...words('common', room.name, ...(room.texts ?? []))]);
  }
  /** What comes besides the frame and its files, which need not be named again. */
  const more = (name: string, modules: readonly string[]) =>
    put(
      name,
      modules.flatMap(filesOf).filter((file) => !around.includes(file)),
    );
  more('sidebar', preloadedModules.sidebar);
  // As the first script names them: by the page's address and the role.
  if (!isSignIn)
    for (const { name, path } of rooms) {
      const ofStaff = staffModules.get(name);
      if (ofStaff) more(`${path.slice(1)}1`, [ofStaff]);
    }
  const font = (set: string) => {
    const name = `onest-${set}-wght-normal.woff2`;
    const built = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(name));
    if (!built) throw new Error(`the font ${name} is asked for ahead, but no style sheet brings it`);
    return built.fileName;
  };
  put('fonts', ['latin', 'cyrillic'].map(font));
  put('kg', ['cyrillic-ext'].map(font));
  const names = Object.fromEntries(
    languages.map((language) => [language, namesIn(join(locales, language), Object.keys(pages))]),
  );
  return {
    links,
    pages,
    home: homeRoom.path.slice(1),
    calls: { page: start.page.path, authenticate: login.authenticate.path },
    names,
  };
}
