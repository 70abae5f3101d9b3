import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { contactLinks } from './support/cascade.ts';
import { signInAs } from './support/people.ts';
import { openProfileMenu, profileMenuButton } from './support/shell.ts';
import { expect, test } from './support/test.ts';

const disciplines = (page: Page) =>
  page.getByRole('region', { name: 'Дисциплины' }).getByRole('button', { name: /кр\./ });
const column = (page: Page) => page.getByRole('complementary', { name: 'Дисциплины', exact: true });

test('[SHELL-01] the desktop shows rail, bar, profile header, disciplines, contacts and content; the column hides and comes back', async ({
  page,
}) => {
  await signInAs(page, 'student');
  const rail = page.getByRole('navigation', { name: 'Разделы' });
  await expect(rail.getByRole('link', { name: 'Сегодня' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('banner').getByRole('button', { name: /Найти человека/ })).toBeVisible();
  const menu = await openProfileMenu(page);
  await expect(menu).toContainText('Төлөгөнова Айгүл');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-tab]')).toHaveCount(0);
  // A column is only in rooms that use it.
  await expect(column(page)).toHaveCount(0);
  await rail.getByRole('link', { name: 'Материалы' }).click();
  await expect(disciplines(page)).not.toHaveCount(0);
  await page.goto('/lms/chat?d=29.0.5');
  await expect(contactLinks(page).first()).toContainText('Групповой чат');

  await page.goto('/lms/umk');
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

test('[SHELL-02] the phone has tabs in their order, opens with the apps, and a tab is an address @phone', async ({
  page,
}) => {
  await signInAs(page, 'student');
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

test('[SHELL-03] [SHELL-04] [BASE-05] the profile menu names the group, leads to the profile, changes theme and language, signs out', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/apps');
  await profileMenuButton(page).click();
  const menu = page.getByRole('dialog', { name: 'Меню профиля' });
  await expect(menu.getByText(/^Версия \d/)).toBeVisible();
  await expect(menu).toContainText('группа ПИ-1-24');
  await expectAccessible(page);
  await menu.getByRole('switch', { name: 'Тёмная тема' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(profileMenuButton(page)).toBeFocused();

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await profileMenuButton(page).click();
  await menu.getByRole('link', { name: 'Мой профиль' }).click();
  await page.waitForURL('**/lms/profile');
  await profileMenuButton(page).click();
  await menu.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
});

test('[SHELL-05] the language changes at once, is kept in local storage and for 360 days in the cookie @also-phone', async ({
  page,
  context,
}) => {
  await signInAs(page, 'student', '/lms/profile');
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

test('[SHELL-06] every page opens directly, again after a reload, and with back and forward; an unknown one says so', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/profile');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Төлөгөнова Айгүл Азаматовна');
  await page.goto('/lms/apps');
  await expect(title).toHaveText('Приложения');
  await page.reload();
  await expect(title).toHaveText('Приложения');
  expect(new URL(page.url()).pathname).toBe('/lms/apps');
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

test('[SHELL-01] [SHELL-03] the keyboard alone reaches the content, every target is 44 px, and the menu names the position of a teacher', async ({
  page,
}) => {
  await signInAs(page, 'teacher', '/lms/umk');
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
  await expect(await openProfileMenu(page)).toContainText('Доцент');
});
