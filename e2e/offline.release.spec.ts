import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { openHttpProxy } from './support/http-proxy.ts';
import { checkForUpdate, serveNewBuild } from './support/new-build.ts';
import { signInAs } from './support/people.ts';
import { visitedStudentName, visitProfileAndTimetable } from './support/stored-queries.ts';
import { expect, test } from './support/test.ts';
import { waitForServiceWorker } from './support/worker.ts';

// These tests are about the worker; in all others it is kept out.
test.use({ serviceWorkers: 'allow' });

test("whoever has the worker uses the portal's own fonts from the start", async ({ page }) => {
  const preloaded = page.locator('link[rel="preload"][as="font"]');
  await signInAs(page, 'student', '/lms/news');
  await waitForServiceWorker(page);
  await expect(preloaded).toHaveCount(0);
  // Seen as soon as there is a body: no code of ours but the first script has run by then.
  await page.addInitScript(() => {
    new MutationObserver((_, watching) => {
      if (!document.body) return;
      watching.disconnect();
      Object.assign(globalThis, { fonts: document.documentElement.dataset.fonts });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.locator('article').first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { fonts?: string }).fonts)).toBe('own');
  await expect(preloaded).toHaveCount(2);
});

test('a newer build comes at once also while something large is still on its way', async ({ portal, context }) => {
  const proxy = await openHttpProxy(portal.url);
  const page = await context.newPage();
  await signInAs(page, 'student', '/lms/apps', proxy.url);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await waitForServiceWorker(page);
  await serveNewBuild(proxy, context);
  await checkForUpdate(page);
  const offer = page.getByRole('status').filter({ hasText: 'Готова новая версия портала.' });
  await expect(offer).toBeVisible();

  const large = '/lms/public/assets/large.js';
  const asked = proxy.hold(large);
  await page.evaluate((path) => void fetch(path).catch(() => undefined), large);
  await asked;
  await offer.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.locator('meta[name="build"]')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await proxy.close();
});

test('a build whose files do not belong together is never taken', async ({ portal, context }) => {
  const proxy = await openHttpProxy(portal.url);
  const page = await context.newPage();
  await signInAs(page, 'student', '/lms/apps', proxy.url);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await waitForServiceWorker(page);
  // The worker's list is of the next build already, the page still of this one, as while two servers are being changed.
  proxy.change('/lms/public/worker-build.js', (code) =>
    code.replace(/"version":"\w+"/, '"version":"half"').replace(/"\/lms\/offline":"\w+"/, '"/lms/offline":"0000"'),
  );
  const ended = page.evaluate(
    () =>
      new Promise<string>((done) => {
        void navigator.serviceWorker.getRegistration().then((registration) => {
          registration?.addEventListener('updatefound', () => {
            const fresh = registration.installing;
            fresh?.addEventListener('statechange', () => done(fresh.state));
          });
          void registration?.update();
        });
      }),
  );
  expect(await ended).toBe('redundant');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await proxy.close();
  // The machine is gone: what is whole still opens.
  await page.goto(`${proxy.url}/lms/apps`);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
});

/** Addresses of everything in the caches, and the caches' names. */
function cached(page: Page): Promise<{ names: string[]; paths: string[] }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (visitor) => (await caches.open(visitor)).keys()));
    return { names, paths: lists.flat().map(({ url }) => new URL(url).pathname) };
  });
}

/** The languages whose texts the newest build holds, and whether it holds the page of a room. */
async function heldByNewest(page: Page, room: string): Promise<{ languages: string[]; holdsRoom: boolean }> {
  const paths = await page.evaluate(async () => {
    const newest = (await caches.keys()).findLast((name) => name.startsWith('bilim-files-'));
    return (await (await caches.open(newest ?? '')).keys()).map(({ url }) => new URL(url).pathname);
  });
  const languages = new Set(paths.flatMap((path) => /\/locales\/(\w+)\/news\.json$/.exec(path)?.[1] ?? []));
  return { languages: [...languages].sort(), holdsRoom: paths.some((path) => path.includes(`/${room}-`)) };
}

test('a device holds texts in the languages that were chosen, and of rooms behind a permission those of the person', async ({
  portal,
  context,
}) => {
  // A student and an administrator, two languages and two builds.
  test.slow();
  const proxy = await openHttpProxy(portal.url);
  const page = await context.newPage();
  await signInAs(page, 'student', '/lms/news', proxy.url);
  await waitForServiceWorker(page);
  expect(await heldByNewest(page, 'OfficePage')).toEqual({ languages: ['ru'], holdsRoom: false });
  await context.addCookies([{ name: 'lang', value: 'kg', url: proxy.url }]);
  await page.reload();
  await expect.poll(() => heldByNewest(page, 'OfficePage')).toEqual({ languages: ['kg', 'ru'], holdsRoom: false });

  await serveNewBuild(proxy, context);
  await checkForUpdate(page);
  await expect(page.getByRole('status').filter({ hasText: 'Порталдын жаңы' })).toBeVisible();
  expect(await heldByNewest(page, 'OfficePage')).toEqual({ languages: ['kg', 'ru'], holdsRoom: false });
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Жаңылыктар');
  await context.setOffline(false);

  await signInAs(page, 'admin', '/lms/news', proxy.url);
  await expect.poll(() => heldByNewest(page, 'OfficePage')).toEqual({ languages: ['kg', 'ru'], holdsRoom: true });
  await proxy.close();
});

test('[AUTH-09] [BASE-12] signing out leaves files of the portal and nothing of the person', async ({
  page,
  context,
}) => {
  await visitProfileAndTimetable(page);
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
  for (const path of after.paths) expect(path).toMatch(/^\/lms\/(offline$|public\/|locales\/)/);

  // Offline nobody sees what the person had read.
  await context.setOffline(true);
  await page.goto('/lms/profile');
  await expect(page.getByText(visitedStudentName)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Вход в портал|Нет связи с сервером/);
});

test('[WEAK-04] a newer build is offered and comes when the person wants it, whole', async ({ portal, context }) => {
  const proxy = await openHttpProxy(portal.url);
  const page = await context.newPage();
  const goTo = (one: Page, path: string) => one.goto(proxy.url + path);
  await signInAs(page, 'student', '/lms/profile', proxy.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitedStudentName);
  await waitForServiceWorker(page);
  const other = await context.newPage();
  await goTo(other, '/lms/apps');
  await expect(other.getByRole('heading', { name: 'Приложения' })).toBeVisible();

  await serveNewBuild(proxy, context);
  await checkForUpdate(page);
  const offer = page.getByRole('status').filter({ hasText: 'Готова новая версия портала.' });
  await expect(offer).toBeVisible();
  // A text that is as it was is not fetched again.
  expect(proxy.asked.filter((path) => path.endsWith('.json?v=next'))).toEqual([]);
  await expectAccessible(page);
  // Until it is taken, every page is of the old build, also one that is opened again.
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await expect(other.locator('meta[name="build"]')).toHaveCount(0);

  await offer.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.locator('meta[name="build"]')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(visitedStudentName);
  // The other tab is not taken from whoever writes in it.
  await expect(other.getByRole('status').filter({ hasText: 'Готова новая версия портала.' })).toBeVisible();
  await expect(other.locator('meta[name="build"]')).toHaveCount(0);
  await other.getByRole('button', { name: 'Обновить' }).click();
  await expect(other.locator('meta[name="build"]')).toHaveCount(1);
  await proxy.close();
});
