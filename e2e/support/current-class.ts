import { addDays } from '@bilim/contract/term-calendar.ts';
import { expect, type Page } from '@playwright/test';
import { createClassToday, expectJournalReady, readSlotTimes, timestampToday, today } from './classes.ts';
import { signInAs } from './people.ts';
import type { Portal } from './portal.ts';

/**
 * Rooms that a teacher opens without a choice show the class going on, and on another day what was used last; the portal
 * has no class of today but the one that is made here.
 */
export async function expectRoomsOpenAtCurrentClass(
  page: Page,
  portal: Portal,
  language: 'ru' | 'kg' | 'en',
): Promise<void> {
  const made = await createClassToday(portal, 5);
  const { during } = await readSlotTimes(portal, 5);
  await page.context().addCookies([{ name: 'lang', value: language, url: portal.url }]);
  await page.clock.setFixedTime(timestampToday(during));
  await signInAs(page, 'teacher', '/lms/journal', portal.url);
  const current = page.locator('aside [aria-current="true"] [translate="no"]').first();
  const type = page.getByRole('main').locator('[aria-pressed="true"]').first();
  if (language === 'ru') await expectJournalReady(page, made);
  else await expect(page.getByRole('grid')).toBeVisible();
  const named = await current.textContent();
  await expect(type).toBeVisible();
  const asked = page.waitForRequest('**/api/umk/umklist.json');
  await page.goto(`${portal.url}/lms/umk`);
  expect((await asked).postDataJSON()).toMatchObject({ id_discipline: made.id });
  await expect(current).toHaveText(named ?? '?');
  // The class is over, and another day: what was used last stays.
  await page.clock.setFixedTime(`${addDays(today(), 1)}T03:00:00+06:00`);
  await page.goto(`${portal.url}/lms/journal`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(current).toHaveText(named ?? '?');
}
