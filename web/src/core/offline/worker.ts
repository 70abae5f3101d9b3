/**
 * Opens the portal without a network. Holds the files of exactly one build, page and texts and code together, and
 * the build before for pages that are still open; never an answer of a call: what belongs to a person stays out.
 */
import { addPushHandlers } from './worker-push.ts';

declare const self: ServiceWorkerGlobalScope;

/** What this build consists of, as the build writes it into a script beside this one (build/offline.ts). */
declare const portalBuild: {
  readonly version: string;
  /** Address of the portal. */
  readonly page: string;
  /** Where somebody is led who opens the origin without a network; it answers everybody with the portal's own page. */
  readonly offline: string;
  /** Addresses that name their own content and that everybody needs. */
  readonly files: readonly string[];
  /** The same of what some need: `reader` shows PDFs, and of rooms behind a permission what they alone use, by their names. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /**
   * Addresses whose content may change, with the first digits of the SHA-256 that it has in this build. Texts are a part for each
   * language: `kg`, `ru`, `en`.
   */
  readonly checked: Readonly<Record<string, string>>;
  /** Pictures of notifications: the portal's own, and the one of a single colour for a phone's status bar. */
  readonly icon: string;
  readonly badge: string;
};

importScripts('worker-build.js');
const { version, page, offline, files, parts, checked, icon, badge } = portalBuild;
const prefix = 'bilim-files-';
/** Caches of files that people keep (offlineCacheName.ts, which a page has: no file may be shared with one, or it is no script any more). */
const offlineCachePrefix = 'bilim-kept-';
const name = prefix + version;
const assets = `${page}/public/assets/`;
const texts = `${page}/locales/`;
/** Which parts are held, as a list in the cache of each build: the next one holds them too. */
const heldParts = `${page}/public/held-parts`;
/** Whose texts are held when no page has said which language it is read in. */
const defaultLanguage = 'ru';
/** Below the portal, but no pages of it. */
const noPages = ['/api/', '/public/', '/locales/'].map((part) => page + part);
/** What gives up a download, for each that is under way. */
const downloads = new Set<() => void>();
/** A weak line is not filled with more downloads at once than this. */
const atOnce = 4;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data === 'take over') void self.skipWaiting();
  if (Array.isArray(data?.hold)) event.waitUntil(hold(data.hold));
  // The browser lets a newer build begin only when this one has nothing under way.
  if (data === 'let go') for (const giveUp of downloads) giveUp();
});
addPushHandlers({ page, icon, badge });
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname === '/') event.respondWith(fetch(request).catch(() => Response.redirect(offline)));
    else if (isPage(url.pathname)) event.respondWith(fromThisBuild(request));
  } else if (url.pathname.startsWith(assets) || url.pathname + url.search in checked)
    event.respondWith(fromAnyBuild(request));
});

function isPage(path: string): boolean {
  return path === page || (path.startsWith(`${page}/`) && !noPages.some((part) => path.startsWith(part)));
}

/**
 * Fetches what everybody needs of the build, and the parts that were held before or that a page asks for meanwhile; a file that
 * another build had is copied, and an interrupted try goes on where it ended.
 */
async function fill(): Promise<void> {
  await fetchFiles([...files, ...Object.keys(checked).filter((file) => languageOf(file) === null)]);
  const before = await readHeldParts();
  const keepsFiles = (await caches.keys()).some((one) => one.startsWith(offlineCachePrefix));
  const languages = new Set(Object.keys(checked).map(languageOf));
  await hold([
    ...before,
    ...(keepsFiles ? ['reader'] : []),
    ...(before.some((part) => languages.has(part)) ? [] : [defaultLanguage]),
  ]);
}

/** The language of a text's address; null: it is no text. */
function languageOf(file: string): string | null {
  return file.startsWith(texts) ? (file.slice(texts.length).split('/')[0] ?? null) : null;
}

let holding = Promise.resolve();

/** Fetches parts of this build, and notes them when they are there; requests are answered one after the other. */
function hold(names: readonly unknown[]): Promise<void> {
  const held = holding.then(async () => {
    const wanted = [...new Set([...(await readHeldParts()), ...names.map(String)])];
    const textsOf = (part: string) => Object.keys(checked).filter((file) => languageOf(file) === part);
    await fetchFiles(wanted.flatMap((part) => parts[part] ?? textsOf(part)));
    await (await caches.open(name)).put(heldParts, new Response(JSON.stringify(wanted)));
  });
  holding = held.catch(() => undefined);
  return held;
}

/** The parts that this build or one before it holds. */
async function readHeldParts(): Promise<string[]> {
  const builds = (await caches.keys()).filter((one) => one.startsWith(prefix));
  const lists = await Promise.all(
    builds.map(
      async (one) => (await (await caches.open(one)).match(heldParts))?.json() as Promise<string[]> | undefined,
    ),
  );
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

/** Puts files into this build's cache that are not there yet, a few at once. */
async function fetchFiles(wanted: readonly string[]): Promise<void> {
  const cache = await caches.open(name);
  const waiting = [...wanted];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (file in checked) await check(cache, file);
      else await copy(cache, file);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function copy(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file, { ignoreVary: true })) return;
  const known = await caches.match(file, { ignoreVary: true });
  const answer = known ?? (await fetch(file, { priority: 'low' }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, answer);
}

/**
 * Copies what a build before this one has too, as it has most texts. Another content means that the
 * server has another build by now: then this one is not complete and never used.
 */
async function check(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file, { ignoreVary: true })) return;
  const known = await sameOfAnyBuild(file);
  const answer = known ?? (await fetch(file, { cache: 'no-cache', credentials: 'omit', priority: 'low' }));
  if (!answer.ok || !(await isOfThisBuild(answer, file))) throw new Error(`${file} is of another build`);
  await cache.put(file, answer);
}

/** What a build has at this address, whatever its mark behind the `?`, if it is what this build wants there. */
async function sameOfAnyBuild(file: string): Promise<Response | null> {
  for (const one of await caches.keys()) {
    if (!one.startsWith(prefix)) continue;
    const known = await (await caches.open(one)).match(file, { ignoreSearch: true, ignoreVary: true });
    if (known && (await isOfThisBuild(known, file))) return known;
  }
  return null;
}

async function isOfThisBuild(answer: Response, file: string): Promise<boolean> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer()));
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.startsWith(checked[file] ?? 'none');
}

/** Keeps the last build before this one for pages that were opened with it, and removes older ones. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
  await Promise.all(others.slice(0, -1).map((one) => caches.delete(one)));
  await self.clients.claim();
}

async function fromThisBuild(request: Request): Promise<Response> {
  return (await (await caches.open(name)).match(offline, { ignoreVary: true })) ?? fetch(request);
}

/** A file names its content, so it does not matter which build it came with; a large one is kept from its first use. */
async function fromAnyBuild(request: Request): Promise<Response> {
  const known = await caches.match(request.url, { ignoreVary: true });
  if (known) return known;
  return await new Promise((done, fail) => {
    const giveUp = () => fail(new Error('a newer build takes over'));
    downloads.add(giveUp);
    download(request)
      .then(done, fail)
      .finally(() => downloads.delete(giveUp));
  });
}

async function download(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(assets)) {
    const copy = answer.clone();
    await (await caches.open(name)).put(request.url, copy);
  }
  return answer;
}
