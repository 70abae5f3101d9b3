import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { fact } from './support/profile.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-09] the profile of a teacher shows position and department', async ({ page }) => {
  await as(page, 'teacher', '/lms/profile');
  await expect(fact(page, 'Роль')).toHaveText('преподаватель');
  await expect(fact(page, 'Должность')).toHaveText('Доцент');
  await expect(fact(page, 'Кафедра')).not.toBeEmpty();
});

test('[SHELL-09] the profile has no accessibility findings in Russian, light', async ({ page }) => {
  await as(page, 'teacher', '/lms/profile');
  await expect(fact(page, 'Роль')).toBeVisible();
  await expectAccessible(page);
});
