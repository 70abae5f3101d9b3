import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { lookForBuild, putNewBuild } from './support/new-build.ts';
import { as } from './support/people.ts';
import { openStandIn } from './support/stand-in.ts';
import { expect, test } from './support/test.ts';
import { workerReady } from './support/worker.ts';

const name = 'Төлөгөнова Айгүл Азаматовна';

// These tests are about the worker; in all others it is kept out.
test.use({ serviceWorkers: 'allow' });

/** Keys of what the browser keeps of what was read. */
function keptKeys(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'bilim')) return '';
    return new Promise<string>((done) => {
      const opening = indexedDB.open('bilim');
      opening.onsuccess = () => {
        const database = opening.result;
        const reading = database.transaction('kept').objectStore('kept').getAllKeys();
        reading.onsuccess = () => {
          database.close();
          done(reading.result.join('\n'));
        };
      };
    });
  });
}

/** Addresses of everything in the caches, and the caches' names. */
function cached(page: Page): Promise<{ names: string[]; paths: string[] }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, paths: lists.flat().map(({ url }) => new URL(url).pathname) };
  });
}

/** Signs a student in, opens profile and timetable, and waits until both are kept. */
async function visit(page: Page): Promise<void> {
  await as(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect.poll(() => keptKeys(page)).toContain('/api/misc/photo.json');
  await workerReady(page);
  await page.goto('/lms/schedule');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Расписание');
  await expect.poll(() => keptKeys(page)).toContain('"schedule"');
}

async function banner(page: Page): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: 'Нет сети !!!' })).toBeVisible();
}

test('[BASE-06] [SCH-02] [AUTH-08] the portal can be installed; visited pages open without a network, others and the root lead to the offline page @also-phone @full', async ({
  page,
  context,
}) => {
  await visit(page);
  // It is named when the page has all it needs.
  await expect(page.locator('link[rel="manifest"]')).toBeAttached();
  const devtools = await context.newCDPSession(page);
  const { errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test's browser window is a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data) as { display: string; start_url: string; icons: { src: string; sizes: string }[] };
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/lms']);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await context.request.get(touch ?? '')).status()).toBe(200);

  await context.setOffline(true);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(name);
  await banner(second);
  await second.goto('/lms/schedule');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(second.getByRole('heading', { name: 'Нет связи с сервером' })).toHaveCount(0);

  await second.goto('/lms/library');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(new URL(second.url()).pathname).toBe('/lms/offline');
  await expectAccessible(second);
  await context.setOffline(false);
  await second.waitForURL('**/lms/library');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Библиотека');

  await context.setOffline(true);
  await second.goto('/');
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(new URL(second.url()).pathname).toBe('/lms/offline');
  await context.setOffline(false);
  await second.waitForURL((url) => url.pathname === '/lms' || url.pathname === '/lms/');
});

test('[AUTH-09] [BASE-12] signing out leaves files of the portal and nothing of the person', async ({
  page,
  context,
}) => {
  await visit(page);
  const before = await cached(page);
  expect(before.paths.filter((path) => path.includes('/api/'))).toEqual([]);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  const left = () =>
    page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-')),
    }));
  await expect.poll(left).toEqual({ databases: [], local: [], session: [] });
  const after = await cached(page);
  for (const path of after.paths) expect(path).toMatch(/^\/lms(\/(public|locales)\/.*)?$/);

  // Offline nobody sees what the person had read.
  await context.setOffline(true);
  await page.goto('/lms/profile');
  await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Вход в портал|Нет связи с сервером/);
});

test('a newer build is offered and comes when the person wants it, whole', async ({ portal, context }) => {
  const proxy = await openStandIn(portal.url);
  const page = await context.newPage();
  const goTo = (one: Page, path: string) => one.goto(proxy.url + path);
  await as(page, 'student', '/lms/profile', proxy.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await workerReady(page);
  const other = await context.newPage();
  await goTo(other, '/lms/apps');
  await expect(other.getByRole('heading', { name: 'Приложения' })).toBeVisible();

  await putNewBuild(proxy, context);
  await lookForBuild(page);
  const offer = page.getByRole('status').filter({ hasText: 'Готова новая версия портала.' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  // Until it is taken, every page is of the old build, also one that is opened anew.
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await expect(other.locator('meta[name="build"]')).toHaveCount(0);

  await offer.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.locator('meta[name="build"]')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  // The other tab is not taken from whoever writes in it.
  await expect(other.getByRole('status').filter({ hasText: 'Готова новая версия портала.' })).toBeVisible();
  await expect(other.locator('meta[name="build"]')).toHaveCount(0);
  await other.getByRole('button', { name: 'Обновить' }).click();
  await expect(other.locator('meta[name="build"]')).toHaveCount(1);
  await proxy.leave();
});
