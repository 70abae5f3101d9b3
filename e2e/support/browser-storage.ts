import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** What the stores of a browser hold for the portal; files of the portal itself, the same for everybody, are left out. */
export interface BrowserStores {
  local: string[];
  databases: string[];
  cached: string[];
}

/** Looks into local storage, IndexedDB and Cache Storage of a page's origin. */
export function readBrowserStores(page: Page): Promise<BrowserStores> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = lists.flat().map(({ url }) => new URL(url).pathname);
    return {
      local: Object.keys(localStorage),
      databases: (await indexedDB.databases()).map(({ name = '' }) => name),
      cached: paths.filter((path) => !/^\/lms(\/offline|\/(public|locales)\/.*)?$/.test(path)),
    };
  });
}

export const emptyStores: BrowserStores = { local: [], databases: [], cached: [] };

/** Files below a folder that hold a text, in UTF-8 or as browsers write two-byte text. */
export function findFilesContaining(folder: string, text: string): string[] {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path);
      return forms.some((form) => content.includes(form));
    });
}
