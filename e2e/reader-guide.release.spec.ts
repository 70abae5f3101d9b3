import { expectAccessible } from './support/axe.ts';
import { bookDrawer, shelve } from './support/materials.ts';
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

test('[WEAK-09] one goes to a page and a chapter, reads at night, or is told that there are no chapters @also-phone', async ({
  page,
}) => {
  const file = (name: string, withOutline: boolean) => ({
    name,
    mimeType: 'application/pdf',
    buffer: outlined(withOutline),
  });
  const drawer = await bookDrawer(page, [file('Главы.pdf', true), file('Без глав.pdf', false)]);
  await expect(drawer.getByLabel('Название')).toHaveCount(2);
  await shelve(drawer, 'Вестники');
  const reader = page.getByRole('dialog');
  const guide = reader.getByRole('button', { name: 'Оглавление и страницы' });
  const open = async (name: string) => {
    await page.getByRole('searchbox', { name: 'Название или автор' }).fill(name);
    await page.locator('[data-book]').getByTitle(`${name}.pdf`).and(page.getByRole('button')).click();
    await guide.click();
  };
  await open('Главы');
  await expectAccessible(page);
  await reader.getByLabel('Номер страницы').fill('5');
  await page.keyboard.press('Enter');
  await expect(reader.getByText('5 из 8')).toBeVisible();
  await guide.click();
  await reader.getByRole('button', { name: /Inner chapter/ }).click();
  await expect(reader.getByText('6 из 8')).toBeVisible();
  const night = reader.getByRole('button', { name: 'Ночные цвета' });
  await night.click();
  await expect(night).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await reader.getByRole('button', { name: 'Закрыть' }).click();
  await expect(reader).toHaveCount(0);

  await open('Без глав');
  await expect(reader.getByText('В этом файле нет оглавления.')).toBeVisible();
  await expectAccessible(page);
});
