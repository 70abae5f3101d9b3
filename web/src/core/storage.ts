/**
 * Local storage and cookies of this browser. Storage may be full or forbidden (private windows): then what would be
 * remembered is simply not, and nothing breaks.
 */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text under a key; null forgets it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: the page goes on without.
  }
}

/** Caches of this name hold files of the portal, the same for everybody; see src/worker.ts. */
const ofThePortal = 'bilim-files-';

/** Forgets everything that this browser knows about the person: local storage, caches, databases (AUTH-09). */
export async function forgetEverything(): Promise<void> {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // Forbidden storage holds nothing.
  }
  const names = 'caches' in window ? await caches.keys().catch(() => []) : [];
  const databases = await (indexedDB.databases?.() ?? Promise.resolve([])).catch(() => []);
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
  await Promise.all(names.map((name) => !name.startsWith(ofThePortal) && caches.delete(name)));
}

/** The present value of a cookie that scripts may read, or null. */
export function cookie(name: string): string | null {
  const start = `${name}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : decodeURIComponent(found.slice(start.length));
}

/** About 360 days, in seconds: how long language and theme are remembered (31 104 000 000 ms). */
const longTime = 31_104_000;

/** Writes a cookie that outlives local storage; for language and theme. */
export function rememberInCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http addresses.
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${longTime}; Path=/; SameSite=Lax${secure}`;
}
