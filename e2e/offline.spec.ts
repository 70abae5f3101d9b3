import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { openStandIn } from './support/stand-in.ts';
import { expect, test } from './support/test.ts';

// These tests are about the worker; in all others it is kept out.
test.use({ serviceWorkers: 'allow' });

/** Waits until the worker holds the whole build and answers for this page. */
async function workerReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toMatch(/^activat/);
}

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

const name = 'Төлөгөнова Айгүл Азаматовна';

/** Signs a student in, opens profile and timetable, and waits until both are kept. */
async function visit(page: Page): Promise<void> {
  await signIn(page, 'student', '/lms/profile');
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

test("whoever has the worker reads the portal's own letters from the start", async ({ page }) => {
  const preloaded = page.locator('link[rel="preload"][as="font"]');
  await signIn(page, 'student', '/lms/news');
  await workerReady(page);
  await expect(preloaded).toHaveCount(0);
  // Seen as soon as there is a body: no code of ours but the first script has run by then.
  await page.addInitScript(() => {
    new MutationObserver((_, watching) => {
      if (!document.body) return;
      watching.disconnect();
      Object.assign(globalThis, { letters: document.documentElement.dataset.letters });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.locator('article').first()).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { letters?: string }).letters)).toBe('own');
  await expect(preloaded).toHaveCount(2);
});

test('[BASE-06] [SCH-02] visited pages open without a network, others lead to the offline page @both', async ({
  page,
  context,
}) => {
  await visit(page);
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
});

test('[AUTH-08] the root leads to /lms when online, else to /lms/offline', async ({ page, context }) => {
  await visit(page);
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером');
  expect(new URL(page.url()).pathname).toBe('/lms/offline');
  await context.setOffline(false);
  await page.waitForURL((url) => url.pathname === '/lms' || url.pathname === '/lms/');
  await page.goto('/');
  await page.waitForURL((url) => url.pathname === '/lms');
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

const meta = '<meta name="build" content="next" />';

/** Has the proxy hand out a newer build: another page, and a worker that knows it. */
async function putNewBuild(proxy: Awaited<ReturnType<typeof openStandIn>>, context: BrowserContext): Promise<void> {
  const page = await (await context.request.get(`${proxy.url}/lms`)).text();
  const next = page.replace('<title>', `${meta}<title>`);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  proxy.change('/lms', () => next);
  proxy.change('/lms/public/worker.js', (code) =>
    code.replace(/"version":"\w+"/, '"version":"next"').replace(hash(page), hash(next)),
  );
}

const look = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined));

test('a newer build is offered and comes when the person wants it, whole', async ({ portal, context }) => {
  const proxy = await openStandIn(portal.url);
  const page = await context.newPage();
  const goTo = (one: Page, path: string) => one.goto(proxy.url + path);
  await signIn(page, 'student', '/lms/profile', proxy.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await workerReady(page);
  const other = await context.newPage();
  await goTo(other, '/lms/apps');
  await expect(other.getByRole('heading', { name: 'Приложения' })).toBeVisible();

  await putNewBuild(proxy, context);
  await look(page);
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

test('a newer build comes at once also while something large is still on its way', async ({ portal, context }) => {
  const proxy = await openStandIn(portal.url);
  const page = await context.newPage();
  await signIn(page, 'student', '/lms/apps', proxy.url);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await workerReady(page);
  await putNewBuild(proxy, context);
  await look(page);
  const offer = page.getByRole('status').filter({ hasText: 'Готова новая версия портала.' });
  await expect(offer).toBeVisible();

  const large = '/lms/public/assets/large.js';
  const asked = proxy.hold(large);
  await page.evaluate((path) => void fetch(path).catch(() => undefined), large);
  await asked;
  await offer.getByRole('button', { name: 'Обновить' }).click();
  await expect(page.locator('meta[name="build"]')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await proxy.leave();
});

test('a build whose files do not belong together is never taken', async ({ portal, context }) => {
  const proxy = await openStandIn(portal.url);
  const page = await context.newPage();
  await signIn(page, 'student', '/lms/apps', proxy.url);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await workerReady(page);
  // The worker is of the next build already, the page still of this one, as while two servers are being changed.
  proxy.change('/lms/public/worker.js', (code) =>
    code.replace(/"version":"\w+"/, '"version":"half"').replace(/"\/lms":"\w+"/, '"/lms":"0000"'),
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
  await proxy.leave();
  // The machine is gone: what is whole still opens.
  await page.goto(`${proxy.url}/lms/apps`);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
});

test('the portal can be installed: manifest, icons and worker are in order @full', async ({ page, context }) => {
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
});
