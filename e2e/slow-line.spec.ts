import type { Page } from '@playwright/test';
import { passwords } from './support/people.ts';
import { onSlowLine, takeLayoutShifts, townEdge, villageLine, watchJumps } from './support/slow-line.ts';
import { expect, test } from './support/test.ts';

/** What a page may shift by at most: a tenth of what Chrome calls poor. */
const mostShift = 0.05;

/** Types as a person does, and waits until what comes next has been fetched meanwhile. */
async function typeIn(page: Page): Promise<void> {
  const fetched = page.waitForResponse((one) => /\/Shell-[^/]+\.js$/.test(one.url()));
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await fetched;
}

test('on a slow line the form stands until the start page is there, which does not jump, and nobody goes back to it @phone', async ({
  page,
}) => {
  await watchJumps(page);
  await onSlowLine(page, process.env.EVERY_WIDTH ? villageLine : townEdge);
  await page.goto('/lms/login');
  await typeIn(page);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Входим…' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Дисциплины' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { shift, moved, empty } = await takeLayoutShifts(page);
  expect(empty, 'frames without a word').toBe(0);
  expect(shift, moved.join('\n')).toBeLessThan(mostShift);

  await page.goto('/lms/login');
  await expect(page.getByRole('heading', { name: 'Дисциплины' })).toBeVisible();
  await expect(page).toHaveURL(/\/lms\/?$/);
  await expect(page.getByLabel('Логин')).toHaveCount(0);
});
