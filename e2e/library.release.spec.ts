import { createPdf } from '../server/demo/book-files.ts';
import { expectAccessible } from './support/axe.ts';
import {
  bookCard,
  extractTexts,
  openShelf,
  saveBooksOnShelf,
  signInAndOpenBookDrawer,
  textFile,
} from './support/materials.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const chapters = Array.from({ length: 5 }, (_, index) => ({
  title: `${index + 1}-бөлүм`,
  paragraphs: [`Суусамырдын ${index + 1}-жайлоосу жөнүндө баян.`],
}));

test('[LIB-02] [FIND-04] the search says what it found, both of its answers together, and shows all when it found nothing', async ({
  page,
  portal,
}) => {
  await saveBooksOnShelf(
    await signInAndOpenBookDrawer(page, textFile('Үркөр жылдызы.txt', 'Кымызмурундук деген сөз.')),
    'Поэзия',
  );

  const search = page.getByRole('searchbox', { name: 'Название или автор' });
  await search.fill('үРКӨР');
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toBeVisible();
  await expect(page.locator('[data-book] mark')).toHaveText('Үркөр');
  await search.fill('щщщ');
  await expect(page.getByText(/^Поиск по \[щщщ\] не дал результатов, показаны все файлы \(\d+\)$/)).toBeVisible();
  await search.fill('уркор  жылдызы');
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toBeVisible();
  await expect(page.locator('[data-book] mark')).toHaveText('Үркөр жылдызы');
  await extractTexts(portal);
  await search.fill('кымызмурундук');
  await expect(page.getByRole('heading', { name: 'В описании, категории и тексте книг' })).toBeVisible();
  await expect(page.getByText('Кымызмурундук деген сөз.')).toBeVisible();
  // Directly below the sentence and before "all files".
  const places = await page.evaluate(() => {
    const tops = ['[role=status]', '#found-list', '[data-book]'].map((one) => document.querySelector(`main ${one}`));
    return tops.map((one) => one?.getBoundingClientRect().top ?? -1);
  });
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);

  // One of the two searches is late: nothing is shown as if it were all.
  await search.fill('');
  await expect(page.getByText(/^Найден/)).toHaveCount(0);
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/api/library/search*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/library/search*');
  await search.fill('үркөр жылдызы');
  await asked;
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toHaveCount(0);
  release();
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toBeVisible();
});

test('[LIB-05] [LIB-06] a student reads and downloads but changes nothing @phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/lms/login');
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: page.url() }]);
  await signInAs(page, 'student', '/lms/library');
  await expect(page.getByRole('heading', { name: 'Китепкана' })).toBeVisible();
  const book = page.locator('[data-book]').first();
  await expect(book).toBeVisible();
  await expect(page.getByRole('button', { name: 'Китепти өчүрүү' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Китеп кошуу' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await book.getByRole('link').click();
  expect((await download).suggestedFilename()).toMatch(/\.\w+$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await expectAccessible(page);
});

test('[LIB-03] the facts of a file keep their lines beside what an editor does with it @also-phone', async ({
  page,
}) => {
  await signInAs(page, 'teacher', '/lms/library');
  const own = page.locator('[data-book]').filter({ has: page.getByRole('button', { name: 'Удалить книгу' }) });
  const facts = own.filter({ hasText: 'откроется в PowerPoint' }).first().locator('[data-kind] > span > span');
  await expect(facts.last()).toHaveText(/откроется в PowerPoint/);
  const tops = await facts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size, 'lines of facts').toBeLessThanOrEqual(2);
  expect(await facts.last().evaluate((one) => one.getClientRects().length && one.clientHeight)).toBeLessThan(24);
});

test('[LIB-01] [LIB-03] [LIB-04] a teacher puts a book in, changes it, and takes it away @journey', async ({
  page,
}) => {
  const drawer = await signInAndOpenBookDrawer(page);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Приложите файл.')).toBeVisible();
  const pdf = await createPdf({ title: 'Проверочная книга', author: 'Автор', chapters });
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'Проверочная книга.pdf', mimeType: 'application/pdf', buffer: pdf });
  await expect(drawer.getByLabel('Название')).toHaveValue('Проверочная книга');
  await expect(drawer.getByLabel('Число страниц'), 'the PDF says how many').toHaveValue('6');
  await saveBooksOnShelf(drawer, 'Словари');

  const shelves = page.getByRole('navigation', { name: 'Разделы библиотеки' });
  await expect(shelves.getByRole('heading', { name: 'Учебники' })).toBeVisible();
  await openShelf(page, 'Словари');
  const book = bookCard(page, 'Проверочная книга');
  await expect(book).toBeVisible();
  await book.getByRole('button', { name: 'Изменить книгу' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Изменённая книга');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expect(bookCard(page, 'Изменённая книга')).toHaveCount(1);
  await expect(book).toHaveCount(0);

  const changed = bookCard(page, 'Изменённая книга');
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
