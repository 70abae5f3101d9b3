import { createPdf } from '../server/demo/book-files.ts';
import { expectAccessible } from './support/axe.ts';
import { saveBooksOnShelf, signInAndOpenBookDrawer } from './support/materials.ts';
import { readDialogDepth } from './support/sheets.ts';
import { expect, test } from './support/test.ts';

/** A PDF of eight empty pages; with a table of contents if asked: two chapters, one within the other. */
function outlined(withOutline: boolean): Buffer {
  const kids = Array.from({ length: 8 }, (_, n) => `${3 + n} 0 R`).join(' ');
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${withOutline ? '/Outlines 11 0 R' : ''}>>`,
    `<</Type/Pages/Count 8/Kids[${kids}]>>`,
    ...Array.from({ length: 8 }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<<>>>>'),
    '<</Type/Outlines/First 12 0 R/Last 12 0 R/Count 1>>',
    '<</Title(First chapter)/Parent 11 0 R/Dest[4 0 R/Fit]/First 13 0 R/Last 13 0 R/Count 1>>',
    '<</Title(Inner chapter)/Parent 12 0 R/Dest[8 0 R/Fit]>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((body, n) => {
    const place = text.length;
    text += `${n + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R>>`;
  return Buffer.from(`${text}${end}\nstartxref\n${text.length}\n%%EOF\n`, 'latin1');
}

test('[WEAK-09] one goes to a page and a chapter, reads at night, or sees that there are no chapters @also-phone', async ({
  page,
  isMobile,
}) => {
  const file = (name: string, withOutline: boolean) => ({
    name,
    mimeType: 'application/pdf',
    buffer: outlined(withOutline),
  });
  const drawer = await signInAndOpenBookDrawer(page, [file('Главы.pdf', true), file('Без глав.pdf', false)]);
  await expect(drawer.getByLabel('Название')).toHaveCount(2);
  await saveBooksOnShelf(drawer, 'Вестники');
  const reader = page.getByRole('dialog');
  const guide = reader.getByRole('button', { name: 'Оглавление', exact: true });
  const read = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Название или автор' }).fill(name);
    await page.locator('[data-book]').getByTitle(`${name}.pdf`).and(page.getByRole('button')).click();
  };
  const open = async (name: string) => {
    await read(name);
    await guide.click();
  };
  await open('Главы');
  await expectAccessible(page);
  await reader.getByLabel('Номер страницы').fill('5');
  await page.keyboard.press('Enter');
  await expect(reader.getByText('5 из 8')).toBeVisible();
  // A sheet over the page ends with the choice; the column beside it stays.
  if (isMobile) await guide.click();
  await reader.getByRole('button', { name: /Inner chapter/ }).click();
  await expect(reader.getByText('6 из 8')).toBeVisible();
  if (isMobile) {
    await guide.click();
    // The window has its entry in the history a moment after it is seen.
    await expect.poll(() => readDialogDepth(page)).toBe(1);
    await page.goBack();
    await expect(reader.getByRole('navigation', { name: 'Оглавление' }), 'back closes the contents first').toHaveCount(
      0,
    );
    await expect(reader).toBeVisible();
  } else await guide.click();
  const night = reader.getByRole('button', { name: 'Ночь' });
  await night.click();
  await expect(night).toHaveAttribute('aria-pressed', 'true');
  await expect(reader, 'the frame is as dark as the pages').toHaveCSS('background-color', 'rgb(9, 20, 28)');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await reader.getByRole('button', { name: 'Закрыть' }).click();
  await expect(reader).toHaveCount(0);

  await read('Главы');
  await expect(reader.getByText('Вы остановились на стр. 6')).toBeVisible();
  await expect(reader.getByText('6 из 8')).toBeVisible();
  await expectAccessible(page);
  await reader.getByRole('button', { name: 'С начала' }).click();
  await expect(reader.getByText('1 из 8')).toBeVisible();
  await expect(reader.getByText('Вы остановились')).toHaveCount(0);
  await reader.getByRole('button', { name: 'Закрыть' }).click();
  await expect(reader).toHaveCount(0);

  await open('Без глав');
  await expect(reader.getByText('В этом файле нет оглавления.')).toBeVisible();
  await expectAccessible(page);
});

test('[WEAK-09] one looks a word up in the open file and goes from place to place @also-phone', async ({ page }) => {
  const chapters = [
    { title: 'Башы', paragraphs: ['Индекстер жана индекси жок таблица'] },
    { title: 'Арты', paragraphs: ['Дагы бир ИНДЕКС'] },
  ];
  const buffer = await createPdf({ title: 'Таблица', author: 'Автор', chapters });
  await saveBooksOnShelf(
    await signInAndOpenBookDrawer(page, { name: 'Таблица.pdf', mimeType: 'application/pdf', buffer }),
    'Вестники',
  );
  await page.getByRole('searchbox', { name: 'Название или автор' }).fill('Таблица');
  await page.locator('[data-book]').getByTitle('Таблица.pdf').and(page.getByRole('button')).click();
  const reader = page.getByRole('dialog');
  await reader.getByRole('button', { name: 'Найти' }).click();
  await page.keyboard.type('индекс');
  const search = reader.getByRole('search');
  await expect(search.getByText('1 из 3')).toBeVisible();
  const now = () => page.evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String));
  await expect.poll(now).toEqual(['Индекс']);
  await page.keyboard.press('Enter');
  await expect(search.getByText('2 из 3')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(now).toEqual(['ИНДЕКС']);
  await search.getByRole('button', { name: 'Следующее место' }).click();
  await expect(search.getByText('1 из 3')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(reader).toBeVisible();
});
