import { pdfOf } from '../server/demo/book-files.ts';
import { expectAccessible } from './support/axe.ts';
import { bookDrawer, bookOf, openShelf, shelve } from './support/materials.ts';
import { expect, test } from './support/test.ts';

const chapters = Array.from({ length: 5 }, (_, index) => ({
  title: `${index + 1}-бөлүм`,
  paragraphs: [`Суусамырдын ${index + 1}-жайлоосу жөнүндө баян.`],
}));

test('[LIB-01] [LIB-03] [LIB-04] a teacher puts a book in, changes it, and takes it away @journey', async ({
  page,
}) => {
  const drawer = await bookDrawer(page);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Приложите файл.')).toBeVisible();
  const pdf = await pdfOf({ title: 'Проверочная книга', author: 'Автор', chapters });
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'Проверочная книга.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(drawer.getByLabel('Название')).toHaveValue('Проверочная книга');
  await expect(drawer.getByLabel('Число страниц'), 'the PDF says how many').toHaveValue('6');
  await shelve(drawer, 'Словари');

  const shelves = page.getByRole('navigation', { name: 'Разделы библиотеки' });
  await expect(shelves.getByRole('heading', { name: 'Учебники' })).toBeVisible();
  await openShelf(page, 'Словари');
  const book = bookOf(page, 'Проверочная книга');
  await expect(book).toBeVisible();
  await book.getByRole('button', { name: 'Изменить книгу' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Изменённая книга');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(bookOf(page, 'Изменённая книга')).toHaveCount(1);
  await expect(book).toHaveCount(0);

  const changed = bookOf(page, 'Изменённая книга');
  await changed.getByRole('button').first().click();
  const reader = page.getByRole('dialog');
  await expect(reader.locator('canvas').first()).toBeVisible();
  await expect(reader.getByText('1 из 6')).toBeVisible();
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('keepplace') && (answer.request().postData() ?? '').includes('"page":4'),
  );
  await reader.locator('[data-page="4"]').scrollIntoViewIfNeeded();
  await reader.locator('section').evaluate((body) => {
    const sheet = body.querySelector('[data-page="4"]');
    sheet?.scrollIntoView();
  });
  await kept;
  await page.keyboard.press('Escape');
  await changed.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('4 из 6'), 'reading goes on where it stopped').toBeVisible();
  await page.keyboard.press('Escape');

  await changed.getByRole('button', { name: 'Удалить книгу' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(changed).toHaveCount(0);
  await expectAccessible(page);
});
