import { bookDrawer, shelve, textFile, textsRead } from './support/materials.ts';
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
