import { lookForBuild, putNewBuild } from './support/new-build.ts';
import { as } from './support/people.ts';
import { openStandIn } from './support/stand-in.ts';
import { expect, test } from './support/test.ts';
import { workerReady } from './support/worker.ts';

// These tests are about the worker; in all others it is kept out.
test.use({ serviceWorkers: 'allow' });

test("whoever has the worker reads the portal's own letters from the start", async ({ page }) => {
  const preloaded = page.locator('link[rel="preload"][as="font"]');
  await as(page, 'student', '/lms/news');
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

test('a newer build comes at once also while something large is still on its way', async ({ portal, context }) => {
  const proxy = await openStandIn(portal.url);
  const page = await context.newPage();
  await as(page, 'student', '/lms/apps', proxy.url);
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await workerReady(page);
  await putNewBuild(proxy, context);
  await lookForBuild(page);
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
  await as(page, 'student', '/lms/apps', proxy.url);
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
