import { expectAccessible } from './support/axe.ts';
import { expectConversationShown } from './support/chat.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[UMK-01] the facts of a material take two lines at most, each one of its own @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms/umk');
  const facts = page.locator('[data-material] small');
  await expect(facts.filter({ hasText: 'методические указания' }).first()).toBeVisible();
  const lines = await facts.evaluateAll((all) =>
    all.map((one) => {
      const heights = [...one.querySelectorAll('span > span')].map((fact) =>
        Math.round(fact.getBoundingClientRect().top),
      );
      return { text: one.textContent, lines: new Set(heights).size, height: one.getBoundingClientRect().height };
    }),
  );
  expect(lines.filter(({ lines, height }) => lines > 2 || height > 40)).toEqual([]);
});

test('[TALK-03] the name of an unread group has room in its head, and its picture leads to what is known of it @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  await page.getByRole('list', { name: 'Список переписок' }).getByText('Машинное обучение I').click();
  await expectConversationShown(page);
  await expect(page.getByRole('button', { name: 'Отметить прочитанным' })).toBeVisible();
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toHaveText('Машинное обучение I');
  expect(await name.evaluate((h1) => h1.scrollWidth <= h1.clientWidth)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'О переписке' }).click();
  await expect(page.getByRole('dialog', { name: 'О переписке' })).toBeVisible();
});

test('[TALK-03] a name longer than the head of its conversation leaves the search its place @phone', async ({
  page,
  portal,
}) => {
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: portal.url }]);
  await signInAs(page, 'student', '/lms/chat');
  await page.getByRole('main').getByText('Программаларды долбоорлоо 1').click();
  await expect(page.getByRole('log').locator('ol')).toBeVisible();
  const name = page.getByRole('heading', { level: 1 }).getByRole('link');
  await expect(name).toHaveText('Программаларды долбоорлоо 1');
  expect(await name.evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(true);
  await expectAccessible(page);
});
