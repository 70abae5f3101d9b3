import type { Page } from '@playwright/test';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const formOf = (page: Page) => page.getByRole('form', { name: 'Новое объявление' });
const undoOf = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Вернуть' });

async function publish(page: Page, message: string): Promise<void> {
  await formOf(page).getByRole('textbox').fill(message);
  await formOf(page).getByRole('button', { name: 'Опубликовать' }).click();
  await expect(undoOf(page)).toBeVisible();
}

test('[NEWS-06] for ten seconds after publishing a press makes a draft of it again, then nothing offers it', async ({
  page,
}) => {
  await page.clock.install();
  await signInAs(page, 'editor', '/lms/news');
  await publish(page, 'Десять секунд');
  await page.mouse.move(0, 0);
  const shown = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(shown + 8_000);
  await expect(undoOf(page)).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(undoOf(page)).toHaveCount(0);
  await expect(page.locator('article', { hasText: 'Десять секунд' })).toHaveCount(1);
});

test('[NEWS-06] an urgent announcement that a reader has opened leaves them by the undo, which is offered again after a lost connection @both', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const reader = await other.newPage();
  await signInAs(reader, 'student', '/lms/news');
  await signInAs(page, 'editor', '/lms/news');
  const form = formOf(page);
  await form.getByRole('textbox').focus();
  await form.getByRole('checkbox', { name: /^Срочно/ }).check();
  await publish(page, 'С опечаткой');
  const read = reader.locator('article', { hasText: 'С опечаткой' });
  await expect(read).toBeVisible();

  await page.route('**/api/news/delete.json', (route) => route.abort('connectionrefused'));
  await undoOf(page).click();
  await expect(page.getByRole('status').getByText('Нет связи с сервером')).toBeVisible();
  await expect(form.getByRole('textbox')).toHaveValue('');
  await expect(read).toBeVisible();
  await page.unroute('**/api/news/delete.json');
  await undoOf(page).click();
  await expect(page.getByRole('status').getByText('Объявление удалено')).toBeVisible();
  await expect(form.getByRole('textbox')).toHaveValue('С опечаткой');
  await expect(form.getByRole('checkbox', { name: /^Срочно/ })).toBeChecked();
  await expect(read).toHaveCount(0);
  await other.close();
});

test('[NEWS-06] what is made a draft again on another page is in the form later, also after a reload', async ({
  page,
}) => {
  await signInAs(page, 'editor', '/lms/news');
  await publish(page, 'Ушли со страницы');
  await page.getByRole('link', { name: 'Библиотека' }).first().click();
  await expect(formOf(page)).toHaveCount(0);
  await undoOf(page).click();
  await expect(page.getByRole('status').getByText('Объявление удалено')).toBeVisible();
  await page.reload();
  await page.goto('/lms/news');
  await expect(formOf(page).getByRole('textbox')).toHaveValue('Ушли со страницы');
  await expect(page.locator('article', { hasText: 'Ушли со страницы' })).toHaveCount(0);
});
