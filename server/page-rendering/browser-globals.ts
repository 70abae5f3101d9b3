import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * What modules of the pages ask of a browser when they are loaded, for a thread that renders pages (rendering-thread.ts): a phone
 * without storage, on which nothing is kept. What a page does once it is shown (effects, handlers) is never done there.
 */
const localesFolder = fileURLToPath(new URL('../../web/public/locales/', import.meta.url));

const nothing = (): void => undefined;
const events = { addEventListener: nothing, removeEventListener: nothing };

class BrowserElement {
  dataset = {};
  style = { setProperty: nothing };
  addEventListener = nothing;
  removeEventListener = nothing;
  append = nothing;
}

class SilentChannel {
  postMessage = nothing;
  addEventListener = nothing;
  removeEventListener = nothing;
  close = nothing;
}

const emptyStorage = { getItem: () => null, setItem: nothing, removeItem: nothing, clear: nothing };

/** Texts come from their files; a call of the portal has its reply before the page is rendered, or is not made. */
async function readTexts(address: string): Promise<Response> {
  const [, name] = /\/locales\/([a-z]+\/[\w-]+\.json)/.exec(address) ?? [];
  if (name === undefined)
    throw new TypeError(
      `a page that is rendered on the server asked for ${new URL(address, location.origin).pathname}`,
    );
  return new Response(await readFile(localesFolder + name, 'utf8'));
}

const location = {
  protocol: 'http:',
  origin: 'http://portal',
  pathname: '/lms',
  search: '',
  hash: '',
  href: 'http://portal/lms',
};

/** The page that is opened: from now on `location` names it. */
export function setBrowserAddress(address: string): void {
  const { pathname, search, href } = new URL(address, location.origin);
  Object.assign(location, { pathname, search, href });
}

const globals = {
  ...events,
  document: {
    ...events,
    documentElement: new BrowserElement(),
    head: new BrowserElement(),
    body: new BrowserElement(),
    cookie: '',
    visibilityState: 'visible',
    getElementById: () => null,
    querySelector: () => null,
    querySelectorAll: () => [],
    createElement: () => new BrowserElement(),
  },
  location,
  history: {
    state: null,
    length: 1,
    pushState: nothing,
    replaceState: nothing,
    back: nothing,
    forward: nothing,
    go: nothing,
  },
  navigator: { userAgent: 'Mobile', platform: '', onLine: true, language: 'ru', languages: ['ru'] },
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  // Conditions on a narrow screen, and no other.
  matchMedia: (condition: string) => ({ ...events, matches: condition.includes('max-width') }),
  CSS: { supports: () => false, escape: (text: string) => text },
  BroadcastChannel: SilentChannel,
  Element: BrowserElement,
  HTMLElement: BrowserElement,
  Node: BrowserElement,
  requestAnimationFrame: nothing,
  cancelAnimationFrame: nothing,
  fetch: readTexts,
};

/** Puts them in place, before the first module of the pages is loaded. */
export function installBrowserGlobals(): void {
  for (const [name, value] of Object.entries({ ...globals, window: globalThis, self: globalThis }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
