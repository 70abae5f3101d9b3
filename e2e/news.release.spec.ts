import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { publishAnnouncement } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { readDialogDepth } from './support/sheets.ts';
import { expect, test } from './support/test.ts';

test('[NEWS-02] [NEWS-05] previous pages come also when something is published meanwhile', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/news');
  const items = page.locator('article');
  await expect(items).toHaveCount(10);
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/news/data.json', async (route) => {
    if (route.request().postDataJSON().page === 2) await released;
    await route.continue();
  });
  const asked = page.waitForRequest(
    (request) => request.url().includes('/news/data') && request.postDataJSON().page === 2,
  );
  await page.getByRole('button', { name: 'Показать предыдущие' }).click();
  await asked;

  // The tabs of a browser hear of it together: when the second one shows it, the first one shows it already.
  const secondPage = await page.context().newPage();
  await secondPage.goto('/lms/news');
  await expect(secondPage.locator('article')).toHaveCount(10);
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const editor = await other.newPage();
  await signInAs(editor, 'editor', '/lms/news');
  const form = editor.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').fill('Пока листают назад');
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(secondPage.locator('article', { hasText: 'Пока листают назад' })).toHaveCount(1);

  release();
  // The new one on top, and below the first ten what the page was asked for.
  await expect(items.nth(11)).toBeAttached();
  await expect(page.locator('article', { hasText: 'Пока листают назад' })).toHaveCount(1);
  await editor
    .locator('article', { hasText: 'Пока листают назад' })
    .getByRole('button', { name: 'Удалить объявление' })
    .click();
  await editor.getByRole('alertdialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(editor.locator('article', { hasText: 'Пока листают назад' })).toHaveCount(0);
  await other.close();
});

test('[NEWS-05] progress is shown while files go up; a cancelled one publishes nothing', async ({ page, context }) => {
  await signInAs(page, 'editor', '/lms/news');
  const form = page.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').fill('С файлом на медленной сети');
  const buffer = Buffer.alloc(3 * 1024 * 1024, 'x');
  await form.locator('input[type=file]').setInputFiles({ name: 'slow.txt', mimeType: 'text/plain', buffer });
  const network = await context.newCDPSession(page);
  const speed = { offline: false, latency: 100, downloadThroughput: 100_000 };
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 50_000 });
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(form.getByRole('progressbar')).toBeVisible();
  await form.getByRole('button', { name: 'Отмена' }).first().click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(form.getByRole('textbox')).toHaveValue('С файлом на медленной сети');
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1, downloadThroughput: -1 });
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(page.locator('article', { hasText: 'С файлом на медленной сети' })).toHaveCount(1);
});

test('on the phone the bar of the form stands above the keyboard, and the chosen audience is in view @phone', async ({
  page,
}) => {
  await signInAs(page, 'editor', '/lms/news');
  const form = page.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').fill('Строка\n'.repeat(40));
  const audience = form.getByRole('button', { name: 'По факультету' });
  await audience.click();
  await page.reload();
  await expect(audience).toHaveAttribute('aria-pressed', 'true');
  await expect(audience).toBeInViewport({ ratio: 1 });

  // A zoomed page is seen in part, as one behind a keyboard is: to the page both are the same.
  const browser = await page.context().newCDPSession(page);
  const publish = form.getByRole('button', { name: 'Опубликовать' });
  const below = () =>
    publish.evaluate((button) => {
      const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: 0 };
      return button.getBoundingClientRect().bottom - offsetTop - height;
    });
  await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await page.waitForFunction(() => visualViewport?.scale === 2);
  await expect.poll(below).toBeLessThanOrEqual(0);
  expect(await below()).toBeGreaterThan(-100);

  // One row, also in Kyrgyz.
  await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: page.url() }]);
  await page.reload();
  const buttons = page.getByRole('button', { name: /^(Файлдар|Артка|Жарыялоо)$/ });
  await expect(buttons).toHaveCount(3);
  const places = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(places).size).toBe(1);
});

test('[NEWS-07] [NEWS-08] [BASE-14] files: one above the limit is refused before anything is sent, a name is short and whole, HTML and SVG never run', async ({
  page,
}) => {
  await signInAs(page, 'editor', '/lms/news');
  const form = page.getByRole('form', { name: 'Новое объявление' });
  await form.getByRole('textbox').fill('С большим файлом');
  await form.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'Большой.zip'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(form.getByText('Файл больше 50 МБ.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Опубликовать' })).toBeDisabled();
  await form.getByRole('button', { name: 'Убрать файл: Большой.zip' }).click();
  await expect(form.getByRole('button', { name: 'Опубликовать' })).toBeEnabled();

  const name = 'Модуль 2 жыйынтыктары өзгөрдү 😀.txt';
  await form.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('өңү') });
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  const chip = page
    .locator('article')
    .first()
    .getByRole('link', { name: /^Скачать файл/ });
  await expect(chip).toHaveAttribute('title', name);
  await expect(chip.locator('b')).toHaveText(`${[...name].slice(0, 20).join('')}…`);
  const [download] = await Promise.all([page.waitForEvent('download'), chip.click()]);
  expect(download.suggestedFilename()).toBe(name);
  expect(readFileSync(await download.path(), 'utf8')).toBe('өңү');

  const script = `<script>document.title = 'ran'; fetch('/lms/api/config.json').then(() => { window.ran = true; });</script>`;
  await form.locator('input[type=file]').setInputFiles([
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(`<!doctype html><p>x</p>${script}`) },
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    },
  ]);
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  const links = page
    .locator('article')
    .first()
    .getByRole('link', { name: /^Скачать файл/ });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    const address = `${await link.getAttribute('href')}&inline=1`;
    const answer = await page.request.get(address);
    expect(answer.headers()['content-disposition']).toMatch(/^attachment/);
    expect(answer.headers()['content-security-policy']).toContain('sandbox');
    // Even framed, the file is only ever a download: the frame stays empty.
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, address);
  }
  for (const frame of page.frames().slice(1)) expect(await frame.evaluate(() => document.title)).not.toBe('ran');
  await expect(page).not.toHaveTitle('ran');
});

test('[NEWS-01] a picture stands in its announcement without a chip, and a press shows it whole, which a step back or Escape ends @both', async ({
  page,
  isMobile,
}) => {
  await signInAs(page, 'editor', '/lms/news');
  const form = page.getByRole('form', { name: 'Новое объявление' });
  const create = { width: 1600, height: 1000, channels: 3 as const, background: '#2b7ac0' };
  const buffer = await sharp({ create }).png().toBuffer();
  await form.getByRole('textbox').fill('С картинкой');
  await form.locator('input[type=file]').setInputFiles({ name: 'Схема.png', mimeType: 'image/png', buffer });
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  const item = page.locator('article', { hasText: 'С картинкой' });
  await expect(item.getByRole('img', { name: 'Картинка: Схема.png' })).toBeVisible();
  await expect(item.getByRole('link', { name: /^Скачать файл/ })).toHaveCount(0);
  await item.getByRole('button', { name: 'Картинка: Схема.png' }).click();
  const viewer = page.getByRole('dialog', { name: 'Схема.png' });
  const shown = viewer.getByRole('img', { name: 'Схема.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(create.width);
  await expect(viewer.getByRole('link', { name: /Скачать/ })).toBeVisible();
  if (isMobile) {
    // The window has its entry in the history a moment after it is seen.
    await expect.poll(() => readDialogDepth(page)).toBe(1);
    await page.goBack();
  } else await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(page).toHaveURL(/\/lms\/news/);
});

test('on the phone the closed form, and how many have read an announcement, take a line each, also in Kyrgyz @phone', async ({
  page,
  portal,
}) => {
  await publishAnnouncement(portal, 'Прочтите это');
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: portal.url }]);
  await signInAs(page, 'editor', '/lms/news');
  const buttons = page.getByRole('button', { name: /^(Файлдар|Жарыялоо)$/ });
  await expect(buttons).toHaveCount(2);
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/lms');
  const own = page.getByRole('region', { name: 'Акыркыларыңыз' }).locator('progress');
  await expect(own.first()).toBeVisible();
  const heights = await own.evaluateAll((all) => all.map((bar) => bar.parentElement?.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeLessThan(24);
});

for (const width of [1440, 1920])
  test(`the announcements stand in the middle of the page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, 'editor', '/lms/news');
    const main = await page.getByRole('main').boundingBox();
    const item = await page.locator('article').first().boundingBox();
    if (!main || !item) throw new Error('nothing is drawn');
    const [left, right] = [item.x - main.x, main.x + main.width - item.x - item.width];
    expect(Math.abs(left - right)).toBeLessThan(20);
  });
