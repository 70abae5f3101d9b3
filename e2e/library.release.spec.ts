import { expectAccessible } from './support/axe.ts';
import { bookDrawer, shelve, textFile, textsRead } from './support/materials.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[LIB-02] [FIND-04] the search says what it found, both of its answers together, and shows all when it found nothing', async ({
  page,
  portal,
}) => {
  await shelve(await bookDrawer(page, textFile('Үркөр жылдызы.txt', 'Кымызмурундук деген сөз.')), 'Поэзия');

  const search = page.getByRole('searchbox', { name: 'Название или автор' });
  await search.fill('үРКӨР');
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toBeVisible();
  await expect(page.locator('[data-book] mark')).toHaveText('Үркөр');
  await search.fill('щщщ');
  await expect(page.getByText(/^Поиск по \[щщщ\] не дал результатов, показаны все файлы \(\d+\)$/)).toBeVisible();
  await search.fill('уркор  жылдызы');
  await expect(page.getByText('Найдено 1 файл', { exact: true })).toBeVisible();
  await expect(page.locator('[data-book] mark')).toHaveText('Үркөр жылдызы');
  await textsRead(portal);
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
  await as(page, 'student', '/lms/library');
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
