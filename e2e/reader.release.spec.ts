import type { Page } from '@playwright/test';
import { createPdf } from '../server/demo/book-files.ts';
import { createFlatPdf, createNestedPdf } from '../server/test/tiny-pdf.ts';
import { createFilesOfEveryKind } from './support/files.ts';
import { extractTexts, openShelf, saveBooksOnShelf, signInAndOpenBookDrawer } from './support/materials.ts';
import { expect, test } from './support/test.ts';

const megabyte = 1024 * 1024;

/** A PDF of 40 pages with a megabyte in each, as a scanned book has it: the table of its objects is at the end. */
function heavyPdf(): Buffer {
  const pages = 40;
  const parts: Buffer[] = [];
  const places: number[] = [];
  let size = 0;
  const add = (part: Buffer | string) => {
    const bytes = Buffer.from(part as string, 'latin1');
    parts.push(bytes);
    size += bytes.length;
  };
  const object = (number: number, body: Buffer | string) => {
    places[number] = size;
    add(`${number} 0 obj\n`);
    add(body);
    add('\nendobj\n');
  };
  add('%PDF-1.4\n');
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  object(
    2,
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, n) => `${3 + n * 2} 0 R`).join(' ')}]>>`,
  );
  for (let page = 0; page < pages; page++) {
    const drawing = Buffer.alloc(megabyte, '% dust of the scanner, nobody reads it\n');
    drawing.write(`0.9 0.5 0.2 rg 60 ${100 + page * 10} 300 200 re f\n`);
    object(
      3 + page * 2,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents ${4 + page * 2} 0 R/Resources<<>>>>`,
    );
    object(
      4 + page * 2,
      Buffer.concat([Buffer.from(`<</Length ${drawing.length}>>stream\n`), drawing, Buffer.from('\nendstream')]),
    );
  }
  const table = size;
  const count = 3 + pages * 2;
  const row = (place: number) => `${String(place).padStart(10, '0')} 00000 n \n`;
  add(`xref\n0 ${count}\n0000000000 65535 f \n${places.slice(1).map(row).join('')}`);
  add(`trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

test('[LIB-05] a PDF of 40 MB shows its first page after at most 2 MB', async ({ page }) => {
  const scan = { name: 'Тяжёлый скан.pdf', mimeType: 'application/pdf', buffer: heavyPdf() };
  await saveBooksOnShelf(await signInAndOpenBookDrawer(page, scan), 'Вестники', 30_000);
  await openShelf(page, 'Вестники');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const ours = new Set<string>();
  let bytes = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/download.file')) ours.add(requestId);
  });
  network.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (ours.has(requestId)) bytes += dataLength;
  });
  await page.locator('[data-book]', { hasText: 'Тяжёлый скан' }).getByRole('button').first().click();
  const canvas = page.getByRole('dialog').locator('[data-page="1"] canvas');
  // The rectangle of the page is there: what lies in the middle is not white any more.
  await expect
    .poll(
      () =>
        canvas.evaluate((surface: HTMLCanvasElement) => {
          const at = surface.getContext('2d')?.getImageData(surface.width * 0.4, surface.height * 0.65, 1, 1).data;
          return at ? at[2] : 255;
        }),
      { timeout: 30_000 },
    )
    .toBeLessThan(100);
  expect(ours.size).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(2 * megabyte);
});

test('[LIB-05] a PDF of more pages than can be shown is kept without a number of pages, and offered as a download', async ({
  page,
}) => {
  const endless = { name: 'Без конца.pdf', mimeType: 'application/pdf', buffer: Buffer.from(createNestedPdf(10)) };
  await saveBooksOnShelf(await signInAndOpenBookDrawer(page, endless), 'Вестники', 30_000);
  await openShelf(page, 'Вестники');
  await page.locator('[data-book]', { hasText: 'Без конца' }).getByRole('button').first().click();
  const reader = page.getByRole('dialog');
  await expect(reader.getByText('В файле слишком много страниц, чтобы показать его здесь.')).toBeVisible();
  const download = page.waitForEvent('download');
  await reader
    .getByRole('link', { name: /^Скачать, [\d,]+\sКБ$/ })
    .last()
    .click();
  expect((await download).suggestedFilename()).toBe('Без конца.pdf');
});

test('[LIB-05] the reader says that a file of very many pages is being opened, and going back meanwhile ends that', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (one) => one.type() === 'error' && errors.push(one.text()));
  const long = { name: 'Очень длинно.pdf', mimeType: 'application/pdf', buffer: Buffer.from(createFlatPdf(200_000)) };
  await saveBooksOnShelf(await signInAndOpenBookDrawer(page, long), 'Вестники', 30_000);
  await openShelf(page, 'Вестники');
  const book = page.locator('[data-book]', { hasText: 'Очень длинно' }).getByRole('button').first();
  const reader = page.getByRole('dialog');
  const worker = page.waitForEvent('worker');
  const part = page.waitForResponse((one) => one.url().includes('/download.file') && one.status() === 206);
  await book.click();
  await expect(reader.getByRole('status').getByText('Загружаем…')).toBeAttached();
  await Promise.all([worker, part]);
  await page.goBack();
  await expect(reader).toBeHidden();
  // Opened again, the same program answers once more: what it threw about the first time is known by then.
  await book.click();
  await expect(reader.getByText('В файле слишком много страниц, чтобы показать его здесь.')).toBeVisible({
    timeout: 30_000,
  });
  expect(errors).toEqual([]);
});

/** Puts a file of each kind on a shelf at once, and opens that shelf. */
async function shelfOfEveryKind(page: Page): Promise<void> {
  const drawer = await signInAndOpenBookDrawer(page);
  const files = await createFilesOfEveryKind(page);
  await drawer.locator('input[type=file]').setInputFiles(files);
  await expect(drawer.getByLabel('Название')).toHaveCount(files.length);
  // A dozen files are looked through and drawn.
  await saveBooksOnShelf(drawer, 'Справочные пособия', 60_000);
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
  const buffer = await createPdf({ title: 'Белгилер', author: 'Автор', chapters });
  await saveBooksOnShelf(
    await signInAndOpenBookDrawer(page, { name: 'Белгилер.pdf', mimeType: 'application/pdf', buffer }),
    'Вестники',
  );
  await extractTexts(portal);
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
