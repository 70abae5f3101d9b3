import { decodeCookie } from '@bilim/contract/cookies.ts';
import { deleteDatabase } from './indexedStore.ts';

/**
 * Local storage and cookies of this browser. Storage may be full or forbidden (private windows): then what would be
 * remembered is simply not, and nothing breaks.
 *
 * On a shared computer nothing is written down: what signs in again lives in session storage, which belongs to one tab
 * and ends with it, everything else as long as the page.
 */
const ofThePage = new Map<string, string>();

/** What a tab needs to sign in again after a reload: worth nothing without the session's cookie. */
const ofTheTab: readonly string[] = ['token', 'uid', 'role'];

/** The language of the interface says nothing of a person, and all tabs have the same. */
const ofNobody = 'lang';

/**
 * Marks that outlive every session: how many pending entries of a person were discarded, never what it was, and whether they are informed
 * of what is new on this device.
 */
export const permanentKeyPrefix = 'letgo/';

/** Tells every tab, and the first script, that the person ticked "shared computer"; it ends with the browser. */
const sharedCookie = 'shared';

const isSecure = location.protocol === 'https:';
/** Over https a cookie of ours has a name that no other site of the same domain can set. */
const ownName = (name: string): string => (isSecure ? `__Host-${name}` : name);

// Read once: reading cookies waits for another process of the browser.
let shared = readCookie(sharedCookie) === '1';

/** Whether the person who is signed in said that others use this computer too. */
export const isSharedComputer = (): boolean => shared;

/** Sets whether others use this computer too; open tabs are notified with who is signed in (tabs.ts). */
export function setSharedComputer(next: boolean): void {
  shared = next;
  write(ownName(sharedCookie), shared ? '1' : '', shared ? '' : longest(0));
}

/** The text that was remembered under a key, or null. */
export function readStoredValue(key: string): string | null {
  try {
    if (!shared || key === ofNobody) return localStorage.getItem(key);
    return ofTheTab.includes(key) ? sessionStorage.getItem(key) : (ofThePage.get(key) ?? null);
  } catch {
    return null;
  }
}

/** Remembers a text under a key; null forgets it. */
export function writeStoredValue(key: string, value: string | null): void {
  try {
    if (!shared || key === ofNobody) put(localStorage, key, value);
    else if (ofTheTab.includes(key)) put(sessionStorage, key, value);
    else if (value === null) ofThePage.delete(key);
    else ofThePage.set(key, value);
  } catch {
    // Full or forbidden: the page goes on without.
  }
}

function put(where: Storage, key: string, value: string | null): void {
  if (value === null) where.removeItem(key);
  else where.setItem(key, value);
}

/** Caches of this name hold files of the portal, the same for everybody; see offline/worker.ts. */
const ofThePortal = 'bilim-files-';

/** The database of what was read; see offline/persistedQueries.ts. */
export const queriesDatabaseName = 'bilim';

/**
 * Forgets what this browser keeps of the person: both storages at once, caches and what was read before this ends. What
 * is pending is the outbox's; see pending.ts.
 */
export async function clearStoredData(): Promise<void> {
  ofThePage.clear();
  try {
    for (const key of Object.keys(localStorage)) if (!key.startsWith(permanentKeyPrefix)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Forbidden storage holds nothing.
  }
  await deleteDatabase(queriesDatabaseName);
  const names = 'caches' in window ? await caches.keys().catch(() => []) : [];
  await Promise.all(names.map((name) => !name.startsWith(ofThePortal) && caches.delete(name)));
}

/** All values of a cookie that scripts may read: another site of the same domain may have set one too. */
export function readCookieValues(name: string): string[] {
  const start = `${name}=`;
  return document.cookie
    .split('; ')
    .filter((part) => part.startsWith(start))
    .map((part) => decodeCookie(part.slice(start.length)));
}

/** The present value of one of our cookies that scripts may read, or null. */
export function readCookie(name: string): string | null {
  return readCookieValues(ownName(name))[0] ?? null;
}

/** Says how many seconds a cookie stays at most; without it stays as long as the browser runs. */
const longest = (seconds: number): string => `; Max-Age=${seconds}`;
/** How long language and theme are remembered: about 360 days. */
const year = 31_104_000;

/** Writes a cookie that outlives local storage; for language and theme. */
export const writeCookie = (name: string, value: string): void => write(ownName(name), value, longest(year));

/**
 * Writes the cookie of the language, and beside it the plain name by which others know it. Over http that one is for the
 * portal's own path: of several cookies the one for the longest path comes first, before one of another site for the domain.
 */
export function storeLanguage(value: string): void {
  writeCookie('lang', value);
  write('lang', value, longest(year), isSecure ? '/' : import.meta.env.BASE_URL);
}

function write(name: string, value: string, stays: string, path = '/'): void {
  const secure = isSecure ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http addresses.
  document.cookie = `${name}=${encodeURIComponent(value)}${stays}; Path=${path}; SameSite=Lax${secure}`;
}
