import { everything } from '@bilim/contract/everything.ts';
import type { Page } from '@playwright/test';
import { come } from './support/notices.ts';
import { as } from './support/people.ts';
import { permit } from './support/permissions.ts';
import { expect, test } from './support/test.ts';

const { accounts } = everything;
const region = (page: Page, name: string) => page.getByRole('region', { name });

test('[NOW-06] a right that is taken takes its part of the day with it', async ({ page, ownPortal }) => {
  await permit(ownPortal, 'teacher', ['accounts']);
  await as(page, 'teacher', '/lms', ownPortal.url);
  await expect(region(page, 'Сейчас в портале')).toBeVisible();
  await permit(ownPortal, 'teacher', []);
  const teacher = await come(ownPortal, 'teacher');
  expect((await teacher.ask(accounts.overview)).status).toBe(403);
  await page.reload();
  await expect(region(page, 'Дисциплины')).toBeVisible();
  await expect(region(page, 'Сейчас в портале')).toHaveCount(0);
});
