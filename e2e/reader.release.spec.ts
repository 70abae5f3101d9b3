import { bookDrawer, openShelf, shelve } from './support/materials.ts';
import { expect, test } from './support/test.ts';

const megabyte = 1024 * 1024;

/** A PDF of 40 pages with a megabyte in each, as a scanned book has it: the table of its objects stands at the end. */
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
  await shelve(await bookDrawer(page, scan), 'Вестники', 30_000);
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
