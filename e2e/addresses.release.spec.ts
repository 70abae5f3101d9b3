import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startProgramPortal } from './support/program-portal.ts';
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
