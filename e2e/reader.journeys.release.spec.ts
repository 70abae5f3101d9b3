import type { Page } from '@playwright/test';
import { pdfOf } from '../server/demo/book-files.ts';
import { everyKind } from './support/files.ts';
import { bookDrawer, openShelf, shelve, textsRead } from './support/materials.ts';
import { expect, test } from './support/test.ts';

/** Puts a file of each kind on a shelf at once, and opens that shelf. */
async function shelfOfEveryKind(page: Page): Promise<void> {
  const drawer = await bookDrawer(page);
  const files = await everyKind(page);
  await drawer.locator('input[type=file]').setInputFiles(files);
  await expect(drawer.getByLabel('Название')).toHaveCount(files.length);
  // A dozen files are looked through and drawn.
  await shelve(drawer, 'Справочные пособия', 60_000);
  await openShelf(page, 'Справочные пособия');
}

test('[LIB-05] [UMK-04] every kind of file opens inside the portal, or is offered with its size @also-phone', async ({
  page,
}) => {
  await shelfOfEveryKind(page);
  const reader = page.getByRole('dialog');
  const open = async (fileName: string) => {
    await page.locator('[data-book]').getByTitle(fileName, { exact: true }).and(page.getByRole('button')).click();
    await expect(reader.getByRole('link', { name: /^Скачать/ }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  };
  const close = async () => {
    await reader.getByRole('button', { name: 'Закрыть' }).click();
    await expect(reader).toHaveCount(0);
  };

  await open('Барак.pdf');
  await expect(reader.getByText('1 из 4')).toBeVisible();
  await close();
  for (const name of ['Сүрөт.png', 'Сүрөт.jpg']) {
    await open(name);
    const shown = reader.getByRole('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), name).toBe(40);
    await close();
  }
  for (const [name, tag] of [
    ['Үн.wav', 'audio'],
    ['Тасма.webm', 'video'],
  ] as const) {
    await open(name);
    const media = reader.locator(tag);
    // 2: there is something to play at the present place.
    await expect.poll(() => media.evaluate((one: HTMLMediaElement) => one.readyState), name).toBeGreaterThanOrEqual(2);
    if (tag === 'video')
      expect(await media.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight])).toEqual([64, 48]);
    await media.evaluate((one: HTMLMediaElement) => {
      one.muted = true;
      return one.play();
    });
    await expect.poll(() => media.evaluate((one: HTMLMediaElement) => one.currentTime), name).toBeGreaterThan(0);
    await close();
  }
  await open('Жазуу.txt');
  await expect(reader.getByText('Кыргыз тамгалары: ө ү ң')).toBeVisible();
  await close();
  const elsewhere = { 'Документ.docx': 'Word', 'Таблица.xlsx': 'Excel', 'Слайд.pptx': 'PowerPoint' };
  const shown = { 'Бет.html': '', 'Вектор.svg': '', 'Архив.bin': '' };
  for (const [name, program] of Object.entries({ ...elsewhere, ...shown })) {
    await open(name);
    const why = program ? `он откроется в ${program}.` : 'Файлы этого вида портал не показывает.';
    await expect(reader.getByText(why, { exact: false })).toBeVisible();
    const download = page.waitForEvent('download');
    await reader
      .getByRole('link', { name: /^Скачать, [\d,]+\s(Б|КБ)$/ })
      .last()
      .click();
    expect((await download).suggestedFilename()).toBe(name);
    await close();
  }
  expect(await page.title(), 'no script of a file ran').not.toBe('чуркады');
});

test('[FIND-01] [LIB-05] a book found by a word opens at its page, where the word is marked, in sight and selectable', async ({
  page,
  portal,
}) => {
  const paragraphs = (word: string) => [...Array.from({ length: 60 }, (_, n) => `Сап ${n}, бош сөздөр`), word];
  const chapters = [
    { title: 'Башы', paragraphs: paragraphs('Акыркы сап') },
    { title: 'Арты', paragraphs: paragraphs('Аралгынын маңызы') },
  ];
  const buffer = await pdfOf({ title: 'Белгилер', author: 'Автор', chapters });
  await shelve(await bookDrawer(page, { name: 'Белгилер.pdf', mimeType: 'application/pdf', buffer }), 'Вестники');
  await textsRead(portal);
  await page.goto('/lms/library?q=аралгынын');
  await page.locator('[data-found]', { hasText: 'Белгилер' }).click();
  const marked = () =>
    page.evaluate(() => {
      const ranges = [...(CSS.highlights.get('found') ?? [])] as Range[];
      const [first] = ranges;
      const { top = -1, bottom = -1 } = first?.getBoundingClientRect() ?? {};
      return { words: ranges.map(String), inSight: top > 0 && bottom < innerHeight };
    });
  await expect.poll(marked).toEqual({ words: ['Аралгынын'], inSight: true });
  const sheet = page.getByRole('dialog').locator('[data-page]', { hasText: 'Аралгынын маңызы' });
  const words = sheet.getByText('Аралгынын маңызы');
  const [own, whole] = [await words.boundingBox(), await sheet.boundingBox()];
  expect(own && whole && own.x > whole.x && own.x + own.width < whole.x + whole.width, 'on the page').toBe(true);
  await words.click({ clickCount: 3 });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('Аралгынын маңызы');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await marked()).words).toEqual([]);
});
