import type { Locator } from '@playwright/test';
import { expectDateFieldsWork } from './support/date-field.ts';
import { courseAddress, type Login, signInAs } from './support/people.ts';
import { roomsByLogin } from './support/rooms.ts';
import { expectSearchFieldClears } from './support/search-field.ts';
import { expect, test } from './support/test.ts';

test('[BASE-04] the box of the shared computer is ticked by mouse and keys', async ({ page }) => {
  await page.goto('/lms/login');
  const box = page.getByRole('checkbox');
  // Nothing of the browser's own.
  const isOurs = box.evaluate((one) => {
    const { appearance, opacity } = getComputedStyle(one);
    return appearance === 'none' || opacity === '0';
  });
  expect(await isOurs).toBe(true);
  await page.getByText('Чужой или общий компьютер').click();
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(box).not.toBeChecked();
});

for (const lang of ['ru', 'en'] as const)
  test(`[BASE-04] a day is typed or chosen in the portal’s language (${lang}), and a wrong one says so`, async ({
    page,
    baseURL,
  }) => {
    await expectDateFieldsWork(page, lang, baseURL ?? '');
  });

test('[BASE-04] [JRN-01] the calendar opens inside a dialog and closes alone @both', async ({ page, isMobile }) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  // On the phone the dates are a list, which begins with a new one.
  if (isMobile) await page.getByRole('button', { name: /^Дата:/ }).click();
  await page.getByRole('button', { name: 'Новая дата' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая дата' });
  const field = dialog.getByLabel('Дата', { exact: true });
  const today = await field.inputValue();
  expect(today).toMatch(/^\d\d\.\d\d\.\d{4}$/);
  await dialog.getByRole('button', { name: 'Открыть календарь' }).click();
  await expect(page.getByRole('button', { name: /, выбрано$/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid', { name: /\d{4}$/ })).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Открыть календарь' }).click();
  await page.getByRole('button', { name: /, выбрано$/ }).click();
  await expect(field).toHaveValue(today);
  await expect(dialog).toBeVisible();
});

test('[BASE-04] what is pressed answers: rows take a ground, buttons go down, and nothing moves where motion is off', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/profile');
  const button = page.getByRole('button', { name: 'Сменить пароль' });
  const look = (element: Locator, of: 'transform' | 'backgroundColor') =>
    element.evaluate((node, name) => getComputedStyle(node)[name], of);
  await expect(button).toBeVisible();
  const highlight = await page.evaluate(() =>
    getComputedStyle(document.body).getPropertyValue('-webkit-tap-highlight-color'),
  );
  expect(highlight).toBe('rgba(0, 0, 0, 0)');
  for (const [motion, transform] of [
    ['no-preference', 'matrix(1, 0, 0, 1, 0, 1)'],
    ['reduce', 'none'],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    const box = await button.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
    await page.mouse.down();
    await expect.poll(() => look(button, 'transform')).toBe(transform);
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
  await page.goto('/lms/schedule');
  const tab = page.getByRole('button', { name: 'День', exact: true });
  const rest = await look(tab, 'backgroundColor');
  await tab.hover();
  await page.mouse.down();
  await expect.poll(() => look(tab, 'backgroundColor')).not.toBe(rest);
  await page.mouse.up();
});

for (const [login, names] of Object.entries(roomsByLogin))
  test(`[BASE-04] every search field in the rooms of a ${login} is emptied by our own button @both`, async ({
    page,
  }) => {
    // Some ten pages.
    test.slow();
    await signInAs(page, login as Login, '/lms/apps');
    for (const name of names) {
      await page.goto(`/lms/${name}`);
      const main = page.locator('#content');
      await expect(main.locator('h1')).toBeVisible();
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
      if (await main.getByRole('searchbox').first().isVisible()) await expectSearchFieldClears(main);
    }
  });

test('[BASE-04] a search field has no cross of the browser’s own, and ours empties it @also-phone', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/library');
  const main = page.locator('#content');
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
  await expectSearchFieldClears(main);
});

test('[BASE-04] a day is typed or chosen in the portal’s language (kg), and a wrong one says so', async ({
  page,
  baseURL,
}) => {
  await expectDateFieldsWork(page, 'kg', baseURL ?? '');
});
