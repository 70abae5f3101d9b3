import { chosen, contacts } from './support/cascade.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-08] choosing a semester clears the chosen contact', async ({ page }) => {
  // The invented university teaches every discipline in one semester: a second one is added to the answer.
  await page.route('**/api/discipline/semester/list.json', async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as { data: { id_semester: number; p43: string }[] };
    const [first] = reply.data;
    if (first) reply.data.push({ id_semester: first.id_semester + 1, p43: String(first.id_semester + 1) });
    await route.fulfill({ response: answer, json: reply });
  });
  await as(page, 'teacher', '/lms/umk?c=-1');
  const semesters = page.getByRole('group', { name: 'Семестр' }).getByRole('button');
  await expect(semesters).toHaveCount(2);
  await expect(semesters.first()).toHaveAttribute('aria-pressed', 'true');
  expect(chosen(page).c).toBe('-1');
  await semesters.nth(1).click();
  await expect(semesters.nth(1)).toHaveAttribute('aria-pressed', 'true');
  expect(chosen(page).c).toBeUndefined();
  expect(chosen(page).sem).toBeTruthy();
});

test('contacts can be searched by name', async ({ page }) => {
  await as(page, 'teacher', '/lms/chat?d=29.0.5');
  await expect(contacts(page).first()).toBeVisible();
  const all = await contacts(page).count();
  await page.getByRole('button', { name: 'Найти контакт' }).click();
  await page.getByRole('searchbox', { name: 'Найти контакт' }).fill('төлөгөн');
  await expect.poll(() => contacts(page).count()).toBeLessThan(all);
  await expect(contacts(page).first()).toContainText('Төлөгөнова');
  await page.getByRole('searchbox', { name: 'Найти контакт' }).fill('такого нет');
  await expect(page.getByText('Никого не нашли')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(contacts(page)).toHaveCount(all);
});
