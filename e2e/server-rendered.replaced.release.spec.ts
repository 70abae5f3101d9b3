import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { openPhone, waitForRendering } from './support/server-rendered.ts';
import { expect, test } from './support/test.ts';

const scripts = '**/public/assets/*.js';

/** Keeps what a page asks for below these addresses on its way; gives what lets it come. */
async function holdBack(page: Page, addresses: string): Promise<() => void> {
  const wanted = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await wanted.promise;
    await route.continue().catch(() => undefined);
  });
  return wanted.resolve;
}

test('[WEAK-01] a rendered page says nothing of the device it is on', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student', { javaScriptEnabled: false });
  await waitForRendering(phone);
  const opened = await phone.newPage();
  for (const part of ['kept', 'notices']) {
    await opened.goto(`/lms/profile/${part}`);
    await expect(opened.locator('.rendered [aria-busy]')).toBeVisible();
    await expect(opened.getByText(/компьютер|браузер/)).toHaveCount(0);
  }
  await phone.close();
});

test('[WEAK-01] a rendered page is scrolled before its scripts come, and stands there afterwards', async ({
  page,
  browser,
}) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  const letCome = await holdBack(opened, scripts);
  await opened.goto('/lms/news', { waitUntil: 'commit' });
  const content = opened.locator('#content');
  await expect(opened.locator('.rendered').getByText('Уважаемые студенты').first()).toBeVisible();
  await expectAccessible(opened);
  await opened.mouse.move(200, 400);
  await opened.mouse.wheel(0, 300);
  await expect.poll(() => content.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  // What needs its scripts is not offered yet.
  expect(await opened.locator('.rendered :is(button, input, select, textarea):not([inert])').count()).toBe(0);
  await opened.locator('.rendered a[href="/lms/chat"]').focus();
  letCome();
  await expect(opened.locator('.rendered')).toHaveCount(0);
  await expect(opened.locator('html')).not.toHaveAttribute('data-server-rendered');
  expect(await content.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  await expect(opened.locator('a[href="/lms/chat"]')).toBeFocused();
  await phone.close();
});

test('[WEAK-01] a link of a rendered page leads on before its scripts come', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  const letCome = await holdBack(opened, scripts);
  await opened.goto('/lms/news', { waitUntil: 'commit' });
  await opened.locator('.rendered a[href="/lms/chat"]').click({ noWaitAfter: true });
  await expect(opened).toHaveURL(/\/lms\/chat$/);
  await expect(opened.locator('.rendered').getByText('Вы:').first()).toBeVisible();
  letCome();
  await expect(opened.locator('.rendered')).toHaveCount(0);
  await phone.close();
});

test('[BASE-06] over a rendered page it is said that the network is lost', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student');
  await waitForRendering(phone);
  const opened = await phone.newPage();
  // Who it is, is known here; the code of the page hangs with all calls.
  const letCome = await holdBack(opened, '**/lms/api/**');
  const letCodeCome = await holdBack(opened, '**/public/assets/Shell-*.js');
  await opened.goto('/lms/news', { waitUntil: 'commit' });
  const text = opened.getByText('Уважаемые студенты').first();
  await expect(text).toBeVisible();
  // The page notices by itself that nothing answers.
  await expect(opened.getByText('Нет сети !!!')).toBeVisible({ timeout: 20_000 });
  await expect(text).toBeVisible();
  letCome();
  letCodeCome();
  await expect(opened.locator('.rendered')).toHaveCount(0);
  await expect(text).toBeVisible();
  await phone.close();
});

test('[WEAK-01] a wide phone has the frame of its own page until that comes', async ({ page, browser }) => {
  const phone = await openPhone(page, browser, 'student', { viewport: { width: 1024, height: 800 } });
  await waitForRendering(phone);
  const opened = await phone.newPage();
  const letCome = await holdBack(opened, scripts);
  await opened.goto('/lms/news', { waitUntil: 'commit' });
  await expect(opened.locator('.rendered')).toBeHidden();
  await expect(opened.locator('.waiting nav')).toBeVisible();
  letCome();
  await expect(opened.getByText('Уважаемые студенты').first()).toBeVisible();
  await expect(opened.locator('.rendered')).toHaveCount(0);
  await phone.close();
});
