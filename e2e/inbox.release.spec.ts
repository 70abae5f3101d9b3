import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { inboxOf, shown, write } from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] without a network a conversation that was never opened here is still named', async ({
  page,
  context,
}) => {
  await as(page, 'student', '/lms/chat');
  const row = inboxOf(page).getByRole('link').filter({ hasText: 'группа' }).last();
  const words = (await row.textContent()) ?? '';
  await context.setOffline(true);
  await row.click();
  await expect(page.getByText('Не удалось загрузить сообщения')).toBeVisible();
  const called = await page.getByRole('main').getByRole('heading', { level: 1 }).last().textContent();
  expect(called).not.toBe('');
  expect(words).toContain(called);
});

test('[NOW-02] [TALK-01] what one wrote oneself is told as such among what is new', async ({ page, portal }) => {
  await write(portal, 'teacher', 'student', ['Когда придёте?']);
  await write(portal, 'student', 'teacher', ['Приду завтра']);
  await as(page, 'student', '/lms');
  await expect(page.getByRole('main').getByText('Вы: Приду завтра')).toBeVisible();
});

test('[TALK-03] muted and pinned from the head of a conversation', async ({ page }) => {
  await as(page, 'student', '/lms/chat');
  const rows = inboxOf(page).getByRole('link');
  await rows.nth(2).click();
  await shown(page);
  const name = await page.getByRole('main').getByRole('heading', { level: 1 }).innerText();
  const about = page.getByRole('dialog', { name: 'О переписке' });
  await page.getByRole('button', { name: 'О переписке' }).click();
  await about.getByRole('button', { name: 'Закрепить переписку' }).click();
  await expect(about.getByRole('button', { name: 'Открепить переписку' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(rows.first()).toContainText(name);
  await expect(rows.first()).toContainText('закреплена');
  await page.getByRole('button', { name: 'Отключить уведомления' }).click();
  await expect(rows.first()).toContainText('уведомления отключены');
  await page.reload();
  await expect(rows.first()).toContainText('закреплена');
  await page.getByRole('button', { name: 'О переписке' }).click();
  await about.getByRole('button', { name: 'Открепить переписку' }).click();
  await about.getByRole('button', { name: 'Включить уведомления' }).click();
  await expect(about.getByRole('button', { name: 'Отключить уведомления' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inboxOf(page)).not.toContainText('закреплена');
});

test('axe finds nothing in the inbox: kg, dark, desktop', async ({ page, baseURL }) => {
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url: baseURL ?? '' },
    { name: 'theme', value: 'dark', url: baseURL ?? '' },
  ]);
  await as(page, 'teacher', '/lms/chat');
  await expect(page.getByRole('list', { name: 'Кат алышуулардын тизмеси' }).getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
});

test('[TALK-01] the phone: a row that is swiped is read, then muted, which can be undone; a conversation in its place, and back to the same row @phone', async ({
  page,
  portal,
}) => {
  await write(portal, 'teacher', 'student', ['Смахнуть']);
  await as(page, 'student', '/lms/chat');
  await expect(page.getByRole('heading', { level: 1, name: 'Чат' })).toBeVisible();
  await expectAccessible(page);
  const row = inboxOf(page).getByRole('link', { name: /Смахнуть/ });
  await expect(row).toContainText(/\d+ нов/);
  await swipe(page, row, { x: 330, right: -160 });
  await expect(page.getByText('Отмечено прочитанным')).toBeVisible();
  await expect(row).not.toContainText(/\d+ нов/);
  await swipe(page, row, { x: 330, right: -160 });
  await expect(row.getByText('уведомления отключены')).toBeAttached();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(row.getByText('уведомления отключены')).toHaveCount(0);

  await row.tap();
  await shown(page);
  await expect(inboxOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Назад' }).tap();
  await expect(row).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
