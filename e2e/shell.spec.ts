import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const profileMenu = (page: Page) => page.getByRole('button', { name: /Меню профиля/ });
const disciplines = (page: Page) =>
  page.getByRole('region', { name: 'Дисциплины' }).getByRole('button', { name: /кр\./ });
const contacts = (page: Page) => page.getByRole('list', { name: 'Список контактов' }).getByRole('link');

const column = (page: Page) => page.getByRole('complementary', { name: 'Дисциплины', exact: true });

/** The profile menu, opened; it begins with the profile header. */
async function openMenu(page: Page) {
  await profileMenu(page).click();
  const menu = page.getByRole('dialog', { name: 'Меню профиля' });
  await expect(menu).toBeVisible();
  return menu;
}

test('[SHELL-01] the desktop shows rail, bar, profile header, disciplines, contacts and content', async ({ page }) => {
  await signIn(page, 'student');
  const rail = page.getByRole('navigation', { name: 'Разделы' });
  await expect(rail.getByRole('link', { name: 'Сегодня' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('banner').getByRole('button', { name: /Найти человека/ })).toBeVisible();
  const menu = await openMenu(page);
  await expect(menu).toContainText('Төлөгөнова Айгүл');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-tab]')).toHaveCount(0);
  // A column stands only in rooms that use it.
  await expect(column(page)).toHaveCount(0);
  await rail.getByRole('link', { name: 'Материалы' }).click();
  await expect(disciplines(page)).not.toHaveCount(0);
  await page.goto('/lms/chat?d=29.0.5');
  await expect(contacts(page).first()).toContainText('Групповой чат');
});

test('[SHELL-01] the column of disciplines hides and comes back, by button and key, and stays so in its room', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/umk');
  await expect(column(page)).toBeVisible();
  await page.getByRole('button', { name: 'Скрыть дисциплины' }).click();
  await expect(column(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Показать дисциплины' })).toBeVisible();
  await expect(column(page)).toHaveCount(0);
  await page.locator('#content').focus();
  await page.keyboard.press('BracketLeft');
  await expect(column(page)).toBeVisible();
});

test('[SHELL-01] between 900 and 1179 px the column is a drawer, and the rail shows icons with tips', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page, 'student', '/lms/umk');
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

test('[SHELL-02] the phone has tabs in their order, opens with the apps, and a tab is an address @phone', async ({
  page,
}) => {
  await signIn(page, 'student');
  const tabs = page.locator('[data-tab]');
  await expect(tabs.first()).toBeVisible();
  const places = await tabs.evaluateAll((all) => all.map((tab) => Number((tab as HTMLElement).dataset.tab)));
  expect(places).toEqual([...places].sort());
  expect(places).toContain(0);
  await expect(page.locator('[data-tab="3"]')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Айгүл');
  await page.getByRole('link', { name: 'Профиль' }).and(page.locator('[data-tab="0"]')).click();
  await page.waitForURL('**/lms/profile');
  await expect(page.locator('[data-tab="0"]')).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page.locator('[data-tab="3"]')).toHaveAttribute('aria-current', 'page');
});

test('[SHELL-02] the layout follows the width after 200 ms of quiet, at 899.92 px', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'student', '/lms/apps');
  const tabs = page.locator('[data-tab="3"]');
  await expect(profileMenu(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);

  // The query holds before the browser has told of it, and in a clock that stands nothing is made up for.
  const resize = async (width: number) => {
    const told = page.evaluate(
      () =>
        new Promise<void>((done) =>
          matchMedia('(max-width: 899.92px)').addEventListener('change', () => done(), { once: true }),
        ),
    );
    await page.setViewportSize({ width, height: 800 });
    await told;
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

test('[SHELL-03] a teacher sees the position, a student the group under the name', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'teacher');
  await expect(await openMenu(page)).toContainText('Доцент');
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  await signIn(student, 'student');
  await expect(await openMenu(student)).toContainText('группа ПИ-1-24');
  await other.close();
});

test('[SHELL-04] [BASE-05] the profile menu leads to the profile, changes theme and language, signs out', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/apps');
  await profileMenu(page).click();
  const menu = page.getByRole('dialog', { name: 'Меню профиля' });
  await expect(menu.getByText(/^Версия \d/)).toBeVisible();
  await menu.getByRole('switch', { name: 'Тёмная тема' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(profileMenu(page)).toBeFocused();

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await profileMenu(page).click();
  await menu.getByRole('link', { name: 'Мой профиль' }).click();
  await page.waitForURL('**/lms/profile');
  await profileMenu(page).click();
  await menu.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
});

test('[SHELL-05] the language changes at once, is kept in local storage and for 360 days in the cookie @both', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const choose = (name: string) => page.getByRole('main').getByRole('button', { name }).click();
  await choose('Кыр');
  await expect(page.getByText('Караңгы тема').or(page.getByText('Жөндөөлөр')).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ky');
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('kg');
  const lang = (await context.cookies()).find(({ name }) => name === 'lang');
  expect(lang?.value).toBe('kg');
  const seconds = (lang?.expires ?? 0) - Date.now() / 1000;
  expect(Math.abs(seconds - 31_104_000)).toBeLessThan(3_600);
  await choose('Eng');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(loads).toBe(0);
  await page.reload();
  await expect(page.getByText('Language').first()).toBeVisible();
});

test('[SHELL-05] a new language reads the names again, but no face twice', async ({ page }) => {
  let names = 0;
  const faces: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/teachers/list.json')) names += 1;
    if (request.url().endsWith('/photos.json')) faces.push(...(request.postDataJSON() as { people: number[] }).people);
  });
  await signIn(page, 'student', '/lms/chat?d=29.0.5');
  await expect.poll(() => faces.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  const before = names;
  await (await openMenu(page)).getByRole('button', { name: 'Кыр' }).click();
  await expect.poll(() => names).toBeGreaterThan(before);
  await page.waitForLoadState('networkidle');
  expect(new Set(faces).size).toBe(faces.length);
});

test('[SHELL-06] every page opens directly, again after a reload, and with back and forward; an unknown one says so', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/profile');
  const title = page.getByRole('heading', { level: 1 });
  for (const [path, name] of [
    ['/lms/profile', 'Төлөгөнова Айгүл Азаматовна'],
    ['/lms/news', 'Новости'],
    ['/lms/apps', 'Приложения'],
  ] as const) {
    await page.goto(path);
    await expect(title).toHaveText(name);
    await page.reload();
    await expect(title).toHaveText(name);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Новости' }).click();
  await expect(title).toHaveText('Новости');
  await page.goBack();
  await expect(title).toHaveText('Приложения');
  await page.goForward();
  await expect(title).toHaveText('Новости');

  await page.goto('/lms/no-such-room');
  await expect(title).toHaveText('Такой страницы нет');
  await page.getByRole('link', { name: 'На главную' }).click();
  await page.waitForURL('**/lms');
});

test('[SHELL-01] the shell has no accessibility findings in Russian, light', async ({ page }) => {
  await signIn(page, 'teacher', '/lms/umk');
  await expect(disciplines(page)).not.toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/lms/apps');
  await expect(page.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await openMenu(page);
  await expectAccessible(page);
});

test('[SHELL-01] the keyboard alone reaches content, menu and rooms, and every target is 44 px', async ({ page }) => {
  await signIn(page, 'teacher', '/lms/umk');
  await expect(disciplines(page)).not.toHaveCount(0);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'К содержанию' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, textarea')]
      .filter((target) => (target as HTMLElement).checkVisibility())
      .map((target) => ({ box: (target.closest('label') ?? target).getBoundingClientRect(), html: target.outerHTML }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ html }) => html.slice(0, 120)),
  );
  expect(small).toEqual([]);
});

for (const width of [320, 390, 900, 1024, 1280])
  test(`[SHELL-01] nothing overflows at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, 'teacher', '/lms/apps');
    for (const path of ['/lms/apps', '/lms/profile']) {
      if (!page.url().endsWith(path)) await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const over = () =>
        page.evaluate(() =>
          [document.documentElement, document.querySelector('main')].map((place) =>
            place ? place.scrollWidth - place.clientWidth : 0,
          ),
        );
      // What comes later may stand beside its place for a moment.
      await expect.poll(over).toEqual([0, 0]);
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
  await signIn(first, 'student', '/lms/apps');
  await expect.poll(() => streams.length).toBe(1);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(profileMenu(second)).toBeVisible();
  const third = await context.newPage();
  await third.goto('/lms/apps');
  await expect(profileMenu(third)).toBeVisible();
  expect(streams).toHaveLength(1);
  await first.close();
  await expect.poll(() => streams.length).toBe(2);
});

const longPages = {
  student: ['library', 'news', 'umk', 'journal?d=29.0.5', 'chat?d=29.0.5&c=-1', 'registration', 'apps'],
  teacher: ['umk', 'journal?d=29.0.5', 'chat?d=29.0.5&c=-1'],
} as const;

for (const [login, pages] of Object.entries(longPages))
  test(`[SHELL-01] a page of a ${login} ends with its content, and its frame never scrolls away @both`, async ({
    page,
  }) => {
    await signIn(page, login as keyof typeof longPages, '/lms/apps');
    for (const name of pages) {
      await page.goto(`/lms/${name}`);
      const content = page.locator('#content');
      await expect(content.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(content.locator('[aria-busy=true]')).toHaveCount(0);
      const longer = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect({ name, longer }).toEqual({ name, longer: 0 });
    }
  });
