import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { pino } from 'pino';
import { createApp } from '../../server/app.ts';
import { setClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/database/database.ts';
import { readSettings } from '../../server/settings.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { createAnnouncements } from '../../server/test/factories/announcements.ts';
import { trackCalls } from './calls.ts';
import { now } from './clock.ts';
import { type Login, signIn } from './people.ts';
import { test as base } from './test.ts';

/** A portal inside the test, so that the test sees each statement; nobody else lives in it. */
export interface CountingPortal {
  readonly url: string;
  /** What was asked of the database since the last call. */
  take(): string[];
}

/** Playwright's `test` with such a portal, on which its pages open. */
export const test = base.extend<{ counted: CountingPortal }>({
  baseURL: async ({ counted }, use) => use(counted.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  counted: async ({}, use) => {
    const copy = await createTestDatabase('small', now().toISOString());
    setClock(copy.now());
    const dataDir = mkdtempSync(join(tmpdir(), 'bilim-portal-'));
    const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
    let recordedStatements: string[] = [];
    const database = openDatabase(copy.url, settings, {
      watch: (text) => recordedStatements.push(text.replace(/\s+/g, ' ').trim()),
    });
    const messages = Array.from({ length: 12 }, (_, place) => `Объявление ${place + 1}`);
    await createAnnouncements(database.autocommit, messages);
    const app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
    await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    await use({
      url: `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`,
      take() {
        const taken = recordedStatements;
        recordedStatements = [];
        return taken;
      },
    });
    await app.close();
    await database.close();
    await copy.drop();
    rmSync(dataDir, { recursive: true, force: true });
  },
});

/** Statements of the driver itself: brackets, and the types that it asks for once a connection pool. */
const ofDriver = /^(begin|commit|rollback)|pg_catalog\.pg_type/i;
/** The session is read again every two seconds, however long a browser takes; the first time counts. */
const ofSession = /as session_id, /;
/** Those who come into sight together are asked for together; a page that is drawn slowly shows them in two parts. */
const ofPhotos = /as uid, p\.photo from person/;

async function isOpen(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Дисциплины' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
}

/** How many people's photos the browser holds for the next opening. */
async function photosKept(): Promise<number> {
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const opening = indexedDB.open('bilim', 1);
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  const kept = await new Promise<string[]>((done, failed) => {
    const rows = database.transaction('kept').objectStore('kept').getAll();
    rows.onsuccess = () => done(rows.result as string[]);
    rows.onerror = () => failed(rows.error);
  });
  database.close();
  return kept.join().split('"lasting":true').length - 1;
}

/** Opens the shell three times; what the third opening asks of the database is at most eight statements. */
export async function expectFewStatements(page: Page, counted: CountingPortal, login: Login): Promise<void> {
  const settled = trackCalls(page);
  const photos = new Set<number>();
  page.on('request', (request) => {
    if (request.url().endsWith('/photos.json'))
      for (const person of (request.postDataJSON() as { people: number[] }).people) photos.add(person);
  });
  await signIn(page, login);
  // Twice: who comes into sight while a page is still being drawn may be others than on the next opening.
  for (const opening of ['first', 'second']) {
    if (opening === 'second') await page.goto('/lms');
    await isOpen(page);
    await settled();
    await expect.poll(() => page.evaluate(photosKept), opening).toBe(photos.size);
  }
  counted.take();
  await page.goto('/lms');
  await isOpen(page);
  await settled();
  const asked = counted.take().filter((text) => !ofDriver.test(text));
  const once = [ofSession, ofPhotos].map((kind) => asked.filter((text) => kind.test(text)).length);
  const statements = once.reduce((sum, times) => sum - times + Math.min(1, times), asked.length);
  expect(statements, asked.map((text) => text.slice(0, 100)).join('\n')).toBeLessThanOrEqual(8);
}
