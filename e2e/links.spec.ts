import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { findUntranslatedTexts } from './support/language.ts';
import { type Login, signInAs } from './support/people.ts';
import { roomsByLogin } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

const logins: readonly Login[] = ['student', 'teacher', 'clerk', 'admin', 'editor'];

/**
 * The rooms whose link in the rail an account presses: a room that is the same for several is pressed by the first of them.
 * Where every width is asked for, each account presses all.
 */
function railOf(login: Login): string[] | null {
  if (process.env.EVERY_WIDTH) return null;
  return (roomsByLogin[login as keyof typeof roomsByLogin] ?? []).map((room) => `/lms/${room}`);
}

/** Addresses inside the portal that the page and these links of its rail lead to, each once, with the query they have. */
const addressesOf = (page: Page, rail: string[] | null): Promise<string[]> =>
  page.locator('#content a[href], nav a[href]').evaluateAll((links: HTMLAnchorElement[], rail) => {
    const inside = links.filter(({ origin, target, pathname, hash }) => {
      const isPage = !/\.(file|json|ics|zip)$/.test(pathname);
      return origin === location.origin && target !== '_blank' && pathname.startsWith('/lms') && isPage && !hash;
    });
    const meant = inside.filter((link) => !rail || link.closest('#content') || rail.includes(link.pathname));
    return [...new Set(meant.map((link) => link.getAttribute('href') ?? ''))];
  }, rail);

/**
 * The first address of each kind: one path but for its numbers, with one set of names in its query, is one page. Where every
 * width is asked for, each address is one.
 */
function oneOfEachKind(addresses: string[]): string[] {
  if (process.env.EVERY_WIDTH) return addresses;
  const kinds = new Map<string, string>();
  for (const address of addresses) {
    const { pathname, searchParams } = new URL(address, 'http://portal');
    const kind = [pathname.replaceAll(/\d+/g, '#'), ...searchParams.keys()].join(' ');
    if (!kinds.has(kind)) kinds.set(kind, address);
  }
  return [...kinds.values()];
}

/** What a page that cannot be drawn says. Pages are pressed in Kyrgyz: nearly all other tests speak Russian. */
const errorTitle: string = JSON.parse(
  readFileSync(fileURLToPath(new URL('../web/public/locales/kg/common.json', import.meta.url)), 'utf8'),
).essential.error.title;

/** The page is drawn, in words, and is not the error screen. */
async function expectDrawn(page: Page, what: string): Promise<void> {
  const main = page.locator('#content');
  await expect(main.locator('h1').first(), what).toBeVisible();
  await expect(page.getByRole('heading', { name: errorTitle }), what).toHaveCount(0);
  await expect(main.locator('[aria-busy=true]'), what).toHaveCount(0);
  expect(await findUntranslatedTexts(page), what).toEqual([]);
}

/** Back to the start page. A sheet that the link opened over its page is closed by a press of its own. */
async function goBackToStart(page: Page, address: string): Promise<void> {
  const hasSheet = (await page.getByRole('dialog').count()) > 0;
  await page.goBack();
  if (hasSheet) {
    await expect(page.getByRole('dialog'), `the sheet of ${address}`).toHaveCount(0);
    if (!page.url().endsWith('/lms')) await page.goBack();
  }
  await expect(page, `back from ${address}`).toHaveURL(/\/lms$/);
  await expectDrawn(page, `back from ${address}`);
}

for (const login of logins)
  test(`every kind of link of the start page and the rail of a ${login} leads to a page, back and forward again @journey @also-phone`, async ({
    page,
    baseURL,
  }) => {
    // Some twenty pages.
    test.slow();
    await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
    await signInAs(page, login);
    await expect(page.locator('html')).toHaveAttribute('lang', 'ky');
    await expectDrawn(page, 'start');
    const links = await addressesOf(page, railOf(login));
    expect(links.length, 'links are found').toBeGreaterThan(3);
    const kinds = oneOfEachKind(links);
    let pressed = 0;
    for (const address of kinds) {
      const link = page.locator(`#content a[href="${address}"], nav a[href="${address}"]`).filter({ visible: true });
      // A link of the day may have gone with what it led to.
      if ((await link.count()) === 0) continue;
      const isCurrent = (await link.first().getAttribute('aria-current')) === 'page';
      const start = page.url();
      await link.first().click();
      await expectDrawn(page, address);
      pressed++;
      // The phone's current tab leads to the top of its own page.
      if (isCurrent && page.url() === start) continue;
      await goBackToStart(page, address);
      if (!process.env.EVERY_WIDTH && pressed > 1) continue;
      await page.goForward();
      await expectDrawn(page, `forward to ${address}`);
      await goBackToStart(page, address);
    }
    expect(pressed, `of ${kinds.length} kinds of links`).toBeGreaterThan(kinds.length / 2);
  });
