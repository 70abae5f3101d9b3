import type { Locator, Page } from '@playwright/test';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NEWS-01] [NEWS-02] [NEWS-03] the feed shows author, role, date, time, text and files, and previous pages, and to a reader no form', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/news');
  const items = page.locator('article');
  await expect(items).toHaveCount(10);
  const first = items.first();
  await expect(first.locator('time')).toHaveText(/^\d\d\/\d\d\/\d\d · \d\d:\d\d$/);
  await expect(first.locator('header b')).not.toBeEmpty();
  await expect(first.locator('header span').first()).not.toBeEmpty();
  await expect(first.getByRole('button', { name: 'Удалить объявление' })).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Новое объявление' })).toHaveCount(0);

  const previous = page.getByRole('button', { name: 'Показать предыдущие' });
  await previous.click();
  await expect(items).not.toHaveCount(10);
  await expect(previous).toBeHidden();
  await expect(page.getByText('Это все объявления')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Скачать файл/ }).first()).toBeVisible();
});

const attachment = {
  name: 'Объявление с очень длинным именем файла.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Өзгөн'),
};

/** The draft is looked at as its readers will see it, in their language too; what is written stays as it is. */
async function lookAtPreview(form: Locator, message: string): Promise<void> {
  await form.getByRole('textbox').press('Home');
  await form.getByRole('button', { name: 'Просмотр' }).click();
  const preview = form.getByRole('region', { name: 'Просмотр' });
  await expect(preview.getByRole('link', { name: 'https://example.kg/svezhee' })).toBeVisible();
  await expect(preview.getByRole('link', { name: /^Скачать файл.*10\sБ$/ })).toBeVisible();
  await preview.getByRole('button', { name: 'Eng' }).click();
  await expect(preview.getByRole('link', { name: /^Download .*10\sB$/ })).toBeVisible();
  await expect(form.getByRole('textbox')).toBeHidden();
  await form.getByRole('button', { name: 'Изменить' }).click();
  await expect(form.getByRole('textbox')).toHaveValue(message);
  expect(await form.getByRole('textbox').evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(0);
}

/** A deleted announcement is found later, and can be corrected all the same. */
async function correctDeleted(page: Page): Promise<void> {
  const deleted = page.getByRole('region', { name: 'Удалённые объявления' });
  await deleted.getByRole('button', { name: 'Удалённые объявления' }).click();
  await deleted
    .getByRole('listitem')
    .filter({ hasText: 'Свежее объявление' })
    .first()
    .getByRole('button', { name: 'Исправить и опубликовать' })
    .click();
}

test('[NEWS-03] [NEWS-05] [NEWS-06] [BASE-11] a draft survives a reload; an announcement reaches its readers without reload, and leaves them when deleted @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  // The reader is in the middle of the feed: what they read must stay where it is.
  const read = page.locator('article').nth(5);
  await read.scrollIntoViewIfNeeded();
  await page.locator('#content').evaluate((content) => content.scrollTo({ top: 500 }));
  const text = (await read.locator('p').last().textContent()) ?? '';
  const place = page.locator('article', { hasText: text });
  const before = (await place.boundingBox())?.y ?? 0;

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const editor = await other.newPage();
  await signInAs(editor, 'editor', '/lms/news');
  const form = editor.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').focus();
  await expect(form.getByRole('button', { name: 'Опубликовать' })).toBeDisabled();
  await form.getByRole('button', { name: 'По факультету' }).click();
  const faculty = form.getByRole('button', { name: 'Факультет информационных технологий' });
  await faculty.click();
  await expect(form.getByText(/^Увид(ит|ят) \d+ человек/)).toBeVisible();
  await form.getByRole('textbox').fill('Черновик');
  await editor.reload();
  await expect(form.getByRole('textbox')).toHaveValue('Черновик');
  await expect(faculty).toHaveAttribute('aria-pressed', 'true');

  const message = 'Свежее объявление для всех: https://example.kg/svezhee.';
  await form.getByRole('textbox').fill(message);
  await form.locator('input[type=file]').setInputFiles(attachment);
  await lookAtPreview(form, message);
  await expect(form.getByRole('listitem')).toContainText('Объявление');
  await expect(faculty).toHaveAttribute('aria-pressed', 'true');
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  // For ten seconds a press takes it back: it is a draft again, with its audience and its file.
  await editor.getByRole('status').getByRole('button', { name: 'Вернуть' }).click();
  await expect(form.getByRole('textbox')).toHaveValue(message);
  await expect(form.getByRole('listitem')).toContainText('Объявление');
  await expect(editor.locator('article').first()).not.toContainText('Свежее объявление');
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(editor.locator('article').first()).toContainText('Свежее объявление');
  await expect(form.getByRole('textbox')).toHaveValue('');

  await expect(page.locator('article', { hasText: 'Свежее объявление' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: '1 новое объявление' })).toBeVisible();
  await expect.poll(async () => Math.abs(((await place.boundingBox())?.y ?? 0) - before)).toBeLessThan(2);
  await page.getByRole('button', { name: '1 новое объявление' }).click();
  const fresh = page.locator('article', { hasText: 'Свежее объявление' });
  await expect(fresh.getByRole('link', { name: 'https://example.kg/svezhee' })).toBeVisible();

  // Taken back to be corrected: text, audience and file are in the form again, also after a reload.
  const own = editor.locator('article').first();
  await expect(own).toContainText('Кому: ФИТ');
  await expect(editor.locator('article', { hasText: /Кому: всем/ }).first()).toBeVisible();
  await own.getByRole('button', { name: 'Удалить объявление' }).click();
  const dialog = editor.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Удалить и исправить' }).click();
  await expect(form.getByRole('textbox')).toHaveValue(message);
  await expect(fresh).toHaveCount(0);
  await editor.reload();
  await expect(faculty).toHaveAttribute('aria-pressed', 'true');
  await expect(form.getByRole('listitem')).toContainText('Объявление');
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(own.getByRole('link', { name: /^Скачать файл/ })).toBeVisible();
  await expect(fresh).toHaveCount(1);

  await own.getByRole('button', { name: 'Удалить объявление' }).click();
  await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(editor.locator('article', { hasText: 'Свежее объявление' })).toHaveCount(0);
  await expect(fresh).toHaveCount(0);

  await correctDeleted(editor);
  await expect(form.getByRole('textbox')).toHaveValue(message);
  await expect(form.getByRole('listitem')).toContainText('Объявление');
  await other.close();
});
