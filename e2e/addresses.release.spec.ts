import { readFileSync } from 'node:fs';
import { type PageAddress, pageParamParsers } from '@bilim/contract/page-params.ts';
import { type RoomEntry, rooms } from '@bilim/contract/rooms.ts';
import type { Page } from '@playwright/test';
import { type Login, signInAs } from './support/people.ts';
import { startProgramPortal } from './support/program-portal.ts';
import { roomsByLogin } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Every address of a portal that a text names, in the order of its lines. */
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/(?:127\.0\.0\.1|localhost)[^\s<>)`'"]*/g)].map(([address]) => address);

/** Types an address into the address bar and expects the portal's own first page. */
async function opens(page: Page, address: string): Promise<void> {
  const reply = await page.goto(address);
  expect(reply?.status(), address).toBe(200);
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
}

test('[SAFE-01] the addresses that the start prints and those of the README open the portal', async ({ page }) => {
  const portal = await startProgramPortal();
  const printed = addressesIn(portal.printed);
  expect(printed.length).toBeGreaterThan(0);
  const shown = addressesIn(readme);
  expect(shown.length).toBeGreaterThan(0);
  // The portal of a test has another port than the one of `npm start`.
  const here = shown.map((address) => address.replace(new URL(address).origin, portal.url));
  for (const address of new Set([...printed, ...here, portal.url, `${portal.url}/lms/?x=1`]))
    await opens(page, address);
  await portal.stop();
});

/** Nothing that any name behind the `?` means: a text that no field takes, markup, below every number, and more than most of them. */
const rubbish = [`<${'x'.repeat(450)}`, '<script>alert(1)</script>', '-5', '999999'];
/** What is chosen of the teaching is behind the `?` of every page; the last ones are of some pages, or of none. */
const names = ['year', 'ws', 'd', 'sem', 'g', 'c', 'o', 'page', 'id', 'nothing'];

/** Every address of a room: its own with each piece of rubbish in every name behind the `?`, and its second with the same in the path. */
function wrongAddresses({ path, subpath }: RoomEntry): string[] {
  const own = Object.keys(pageParamParsers[path as PageAddress] ?? {});
  const searches = rubbish.map((value) => new URLSearchParams([...names, ...own].map((name) => [name, value])));
  const below = subpath ? ['abc', ...rubbish].map((value) => `${path}/${encodeURIComponent(value)}`) : [];
  return [...searches.map((search) => `${path}?${search}`), ...below];
}

/** Collects what goes wrong from now on, beside the address that is open: errors of the page, and calls that are refused for what they say. */
function watchFaults(page: Page): string[] {
  const wrong: string[] = [];
  const note = (what: string) => wrong.push(`${page.url().slice(0, 120)}: ${what}`);
  page.on('pageerror', (error) => note(error.message));
  page.on('response', (reply) => {
    if (reply.status() === 400) note(`${new URL(reply.url()).pathname} is refused`);
  });
  return wrong;
}

for (const [login, paths] of Object.entries(roomsByLogin)) {
  const addresses = rooms.filter(({ path }) => paths.includes(path.slice(1))).flatMap(wrongAddresses);
  test(`[SHELL-06] whatever an address says, it opens the page of a ${login} with words, and no call is refused for it`, async ({
    page,
  }) => {
    // Each page is opened from the server.
    test.setTimeout(addresses.length * 15_000);
    const wrong = watchFaults(page);
    await signInAs(page, login as Login, '/lms/profile');
    for (const address of addresses) {
      const what = address.slice(0, 60);
      await page.goto(`/lms${address}`);
      const content = page.locator('#content');
      // The title of a conversation with nobody has no words.
      await expect(content.locator('h1').first(), what).toBeAttached();
      await expect(content.locator('[aria-busy=true]'), what).toHaveCount(0);
      await expect(content, what).toHaveText(/\S/);
      await expect(page.getByText('Ошибка, обновите страницу!'), what).toHaveCount(0);
    }
    expect(wrong).toEqual([]);
  });
}

test('[SHELL-06] whatever an address says that is of no room, it opens a page', async ({ page }) => {
  const wrong = watchFaults(page);
  for (const search of ['to=%00&way=&shared=x', 'to={"a":1}&shared=1', 'to=//example.org&way='])
    await opens(page, `/lms/login?${search}`);
  await page.goto('/lms/check/x/%3Cscript%3E');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signInAs(page, 'student', '/lms/nothing?page=abc');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The way back from there leads nowhere but into the portal.
  await page.goto('/lms/offline?back=//example.org&page=abc');
  await page.getByRole('button', { name: 'Проверить снова' }).click();
  await page.waitForURL('**/lms/');
  expect(wrong).toEqual([]);
});

const chosen = (value: string) => `select:has(option[value="${value}"]:checked)`;
// Beside the name stands how much there is; another name may begin alike.
const tab = (name: string) => `[role=tab][aria-selected=true]:text-matches("^\\\\s*${name}(\\\\s|$)")`;
const segment = (name: string) => `[aria-pressed=true]:has-text("${name}")`;
/** Pages that keep in their address what they are narrowed to, and what shows that it holds. */
const narrowed: readonly [login: Login, address: string, holds: string][] = [
  ['student', '/lms/schedule?day=2026-11-25&view=day', segment('День')],
  ['clerk', '/lms/desk?status=prepared', tab('Готов')],
  ['admin', '/lms/people?role=1&state=never', chosen('never')],
  ['admin', '/lms/office?part=grants', tab('По выбору')],
  ['admin', '/lms/changes?part=holidays', segment('Дни без занятий')],
  ['admin', '/lms/reports?period=year', segment('Год')],
  ['admin', '/lms/audit?days=all&category=data', chosen('data')],
  ['admin', '/lms/moderation?state=done', tab('Решённые')],
];

for (const [login, address, holds] of narrowed)
  test(`[SHELL-06] steps back and forward keep what ${address} is narrowed to`, async ({ page }) => {
    await signInAs(page, login, address);
    const held = async () => {
      await page.waitForURL((url) => url.pathname + url.search === address);
      await expect(page.locator('#content').locator(holds).first()).toBeAttached();
    };
    await held();
    await page.getByRole('navigation').getByRole('link', { name: 'Новости' }).first().click();
    await page.waitForURL('**/lms/news');
    await page.goBack();
    await held();
    await page.goForward();
    await page.waitForURL('**/lms/news');
    await page.goBack();
    await held();
  });
