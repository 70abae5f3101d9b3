import { readFileSync } from 'node:fs';
import { type PageAddress, pageSearch } from '@bilim/contract/page-search.ts';
import type { Page } from '@playwright/test';
import { as, type Login } from './support/people.ts';
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

/** Nothing that any name behind the `?` means: a text that no field takes, below every number, and more than most of them. */
const rubbish = [`<${'x'.repeat(450)}`, '-5', '999999'];
/** What is chosen of the teaching is behind the `?` of every page. */
const selection = ['year', 'ws', 'd', 'sem', 'g', 'c', 'o'];

for (const [login, rooms] of Object.entries(roomsByLogin))
  test(`whatever stands behind the ? opens the page of a ${login}, and no call is refused for it`, async ({ page }) => {
    // Each page is opened from the server several times.
    test.setTimeout(rooms.length * rubbish.length * 15_000);
    const wrong: string[] = [];
    let address = '';
    page.on('pageerror', (error) => wrong.push(`${address}: ${error.message}`));
    page.on('response', (reply) => {
      if (reply.status() === 400) wrong.push(`${address}: ${new URL(reply.url()).pathname} is refused`);
    });
    await as(page, login as Login, '/lms/profile');
    for (const room of rooms) {
      const own = Object.keys(pageSearch[`/${room}` as PageAddress] ?? {});
      for (const value of rubbish) {
        const search = new URLSearchParams([...selection, ...own].map((name) => [name, value]));
        address = `/${room} with ${value.slice(0, 12)}`;
        await page.goto(`/lms/${room}?${search}`);
        // The title of a conversation with nobody has no words.
        await expect(page.locator('#content h1').first(), address).toBeAttached();
        await expect(page.locator('#content [aria-busy=true]'), address).toHaveCount(0);
        await expect(page.getByText('Ошибка, обновите страницу!'), address).toHaveCount(0);
      }
    }
    expect(wrong).toEqual([]);
  });

test('whatever stands behind the ? of the sign-in page, it is the form', async ({ page }) => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  for (const search of ['to=%00&way=&shared=x', 'to={"a":1}&shared=1', 'to=//example.org&way='])
    await opens(page, `/lms/login?${search}`);
  expect(wrong).toEqual([]);
});
