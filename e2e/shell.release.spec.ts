import type { Page } from '@playwright/test';
import { trackCalls } from './support/calls.ts';
import { signInAs } from './support/people.ts';
import { openProfileMenu, profileMenuButton } from './support/shell.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-02] the layout follows the width after 200 ms of quiet, at 899.92 px', async ({ page }) => {
  await page.clock.install();
  await signInAs(page, 'student', '/lms/apps');
  const tabs = page.locator('[data-tab="3"]');
  await expect(profileMenuButton(page)).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

  // The query holds before the browser has reported it, and in a clock that stands nothing is made up for.
  const resize = async (width: number) => {
    const widthChanged = page.evaluate(
      () =>
        new Promise<void>((done) =>
          matchMedia('(max-width: 899.92px)').addEventListener('change', () => done(), { once: true }),
        ),
    );
    await page.setViewportSize({ width, height: 800 });
    await widthChanged;
  };
  await resize(899);
  await page.clock.runFor(150);
  await expect(tabs).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(tabs).toHaveCount(1);

  await resize(900);
  await page.clock.runFor(400);
  await expect(tabs).toHaveCount(0);
});

test('[SHELL-02] a tablet that is turned keeps the page as it stands, with a sheet that was dropped into it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signInAs(page, 'admin', '/lms/recipes');
  const sheet = { name: 'Группы.csv', mimeType: 'text/csv', buffer: Buffer.from('ФИО;Группа\nАсанов А.;ПИ-1-24\n') };
  await page.locator('input[type=file]').setInputFiles(sheet);
  const dropped = page.getByRole('heading', { name: /Группы\.csv/ });
  await expect(dropped).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.locator('[data-tab="3"]')).toBeVisible();
  await expect(dropped).toBeVisible();
});

test('[SHELL-02] the rail of whoever may enter all rooms shows them all in a window of 900 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, 'admin');
  const rooms = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
  await expect(rooms.last()).toHaveAttribute('href', /moderation/);
  await expect(rooms.last()).toBeInViewport({ ratio: 1 });
  await expect(rooms.first()).toBeInViewport({ ratio: 1 });
});

test('[SHELL-05] a new language reads the names again, but no face twice', async ({ page }) => {
  const settled = trackCalls(page);
  let names = 0;
  const faces: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/teachers/list.json')) names += 1;
    if (request.url().endsWith('/photos.json')) faces.push(...(request.postDataJSON() as { people: number[] }).people);
  });
  await signInAs(page, 'student', '/lms/chat?d=29.0.5');
  await expect.poll(() => faces.length).toBeGreaterThan(0);
  await settled();
  const before = names;
  await (await openProfileMenu(page)).getByRole('button', { name: 'Кыр' }).click();
  await expect.poll(() => names).toBeGreaterThan(before);
  await settled();
  expect(new Set(faces).size).toBe(faces.length);
});

const longPages = {
  student: ['library', 'news', 'umk', 'journal?d=29.0.5', 'chat?d=29.0.5&c=-1', 'registration', 'apps'],
  teacher: ['umk', 'journal?d=29.0.5', 'chat?d=29.0.5&c=-1'],
} as const;

for (const [login, pages] of Object.entries(longPages))
  test(`[SHELL-01] a page of a ${login} ends with its content, and its frame never scrolls away @both`, async ({
    page,
  }) => {
    await signInAs(page, login as keyof typeof longPages, '/lms/apps');
    for (const name of pages) {
      await page.goto(`/lms/${name}`);
      const content = page.locator('#content');
      await expect(content.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(content.locator('[aria-busy=true]')).toHaveCount(0);
      const longer = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect({ name, longer }).toEqual({ name, longer: 0 });
    }
  });

const column = (page: Page) => page.getByRole('complementary', { name: 'Дисциплины', exact: true });

test('the current room stays in view in the rail when that gets shorter, as by a banner', async ({ page }) => {
  await signInAs(page, 'admin');
  const last = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').last();
  await last.click();
  await expect(last).toHaveAttribute('aria-current', 'page');
  await page.setViewportSize({ width: 1440, height: 560 });
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('[SHELL-01] between 900 and 1179 px the column is a drawer, and the rail shows icons with tips', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await signInAs(page, 'student', '/lms/umk');
  await expect(column(page)).toBeHidden();
  await page.getByRole('button', { name: 'Открыть дисциплины' }).click();
  const drawer = page.getByRole('dialog', { name: 'Дисциплины' });
  await expect(drawer.getByRole('region', { name: 'Дисциплины' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Открыть дисциплины' })).toBeFocused();
  const link = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Новости' });
  await link.focus();
  await expect(link.locator('span').first()).toHaveCSS('opacity', '1');
});

test('[SHELL-01] nothing overflows from 320 to 1280 px', async ({ page }) => {
  await signInAs(page, 'teacher', '/lms/apps');
  const over = () =>
    page.evaluate(() =>
      [document.documentElement, document.querySelector('main')].map((place) =>
        place ? place.scrollWidth - place.clientWidth : 0,
      ),
    );
  for (const path of ['/lms/apps', '/lms/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [320, 390, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      // The layout follows the width a moment later.
      await expect(page.locator('[data-tab="3"]')).toHaveCount(width < 900 ? 1 : 0);
      await expect.poll(over, `${path} at ${width}`).toEqual([0, 0]);
    }
  }
});

test('[SHELL-01] at 1920 px the week of the timetable and the table of streams take more than 1,400 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const width = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  await signInAs(page, 'student', '/lms/schedule');
  await expect(page.locator('main table').first()).toBeVisible();
  expect(await width('main table')).toBeGreaterThan(1400);
  await signInAs(page, 'admin', '/lms/office');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await width('#content > *')).toBeGreaterThan(1400);
});

test('[SHELL-01] [BASE-04] every name in the rail is whole, in each language', async ({ page, baseURL }) => {
  for (const login of ['student', 'admin'] as const)
    for (const lang of ['ru', 'kg', 'en']) {
      await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
      await signInAs(page, login, '/lms');
      const names = page.locator('aside nav a > span:first-of-type');
      await expect(names.nth(5)).toBeVisible();
      const cut = await names.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect(cut, `${login} ${lang}`).toEqual([]);
    }
});

test('a browser holds one live stream for all its tabs; another tab takes over when the first one closes', async ({
  context,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/api/live')) streams.push(request.url());
  });
  const first = await context.newPage();
  await signInAs(first, 'student', '/lms/apps');
  await expect.poll(() => streams.length).toBe(1);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(profileMenuButton(second)).toBeVisible();
  const third = await context.newPage();
  await third.goto('/lms/apps');
  await expect(profileMenuButton(third)).toBeVisible();
  expect(streams).toHaveLength(1);
  await first.close();
  await expect.poll(() => streams.length).toBe(2);
});
