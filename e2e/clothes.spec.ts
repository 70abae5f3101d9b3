import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { inCourse, type Login, signIn } from './support/people.ts';
import { everyRoom } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

const places = {
  ...everyRoom,
  admin: [...everyRoom.admin, 'registrationoffice?part=windows', 'registrationoffice?part=grants', 'journal'],
};

/** Fields in the browser's own clothes or speaking the browser's language. */
const strangeFields = (page: Page): Promise<string[]> =>
  page.locator('input').evaluateAll((inputs: HTMLInputElement[]) =>
    inputs
      .filter((input) => {
        const { appearance, opacity } = getComputedStyle(input);
        if (input.type === 'checkbox') return appearance !== 'none' && opacity !== '0';
        if (input.type === 'search') return input.closest('search') === null || appearance !== 'none';
        return ['date', 'time', 'datetime-local', 'month', 'week'].includes(input.type);
      })
      .map((input) => input.outerHTML),
  );

for (const [login, names] of Object.entries(places))
  test(`[BASE-04] no room of a ${login} shows a date, a check box or a search field of the browser’s own @both`, async ({
    page,
  }) => {
    await signIn(page, login as Login, '/lms/apps');
    for (const name of names) {
      await page.goto(`/lms/${name}`);
      const main = page.locator('#content');
      await expect(main.locator('h1')).toBeVisible();
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
      expect({ name, strange: await strangeFields(page) }).toEqual({ name, strange: [] });
      const search = main.getByRole('searchbox').first();
      if (!(await search.isVisible())) continue;
      await search.fill('тандоо');
      // Where a browser draws its own cross nothing happens; our button is the one that clears.
      const box = await search.boundingBox();
      await search.click({ position: { x: (box?.width ?? 0) - 8, y: (box?.height ?? 0) / 2 } });
      await expect(search).toHaveValue('тандоо');
      await main.getByRole('button', { name: 'Очистить поиск' }).first().click();
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
    }
  });

test('[BASE-04] the box of the shared computer is ticked by mouse and keys', async ({ page }) => {
  await page.goto('/lms/login');
  const box = page.getByRole('checkbox');
  expect(await strangeFields(page)).toEqual([]);
  await page.getByText('Чужой или общий компьютер').click();
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(box).not.toBeChecked();
});

const texts = {
  ru: {
    ...{ first: 'Первый день', last: 'Последний день', open: 'Открыть календарь', month: 'ноябрь 2026' },
    ...{ chosen: 'среда, 18 ноября 2026, выбрано', other: 'четверг, 31 декабря 2026' },
    ...{ next: 'Следующий месяц', wrong: /^Нужна дата вида \d\d\.\d\d\.\d{4}\.$/, early: /^Дата не раньше 25 ноября/ },
  },
  kg: {
    ...{ first: 'Биринчи күнү', last: 'Акыркы күнү', open: 'Күн тандоочуну ачуу', month: '2026-жылдын ноябры' },
    ...{ chosen: 'шаршемби, 2026-жылдын 18-ноябры, тандалды', other: 'бейшемби, 2026-жылдын 31-декабры' },
    ...{ next: 'Кийинки ай', wrong: /^\d\d\.\d\d\.\d{4} түрүндөгү дата керек\.$/, early: /25-ноябр.* эрте болбойт\.$/ },
  },
  en: {
    ...{ first: 'First day', last: 'Last day', open: 'Open the calendar', month: 'November 2026' },
    ...{ chosen: 'Wednesday, 18 November 2026, chosen', other: 'Thursday, 31 December 2026' },
    ...{
      next: 'Next month',
      wrong: /^A date like \d\d\.\d\d\.\d{4} is needed\.$/,
      early: /^No date before 25 November/,
    },
  },
} as const;

for (const [lang, says] of Object.entries(texts))
  test(`[BASE-04] a day is typed or chosen in the portal’s language (${lang}), and a wrong one says so`, async ({
    page,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    await signIn(page, 'admin', '/lms/registrationoffice?part=windows');
    const first = page.getByRole('textbox', { name: says.first });
    const last = page.getByRole('textbox', { name: says.last });

    await first.fill('31.04.2026');
    await first.blur();
    await expect(first).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(says.wrong)).toBeVisible();

    await first.fill('18112026');
    await first.blur();
    await expect(first).toHaveValue('18.11.2026');
    await expect(first).not.toHaveAttribute('aria-invalid');

    await page.getByRole('button', { name: says.open }).first().click();
    await expect(page.getByRole('grid', { name: says.month })).toBeVisible();
    await expect(page.getByRole('button', { name: says.chosen })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(first).toHaveValue('25.11.2026');
    await expect(page.getByRole('button', { name: says.open }).first()).toBeFocused();

    await last.fill('18.11.26');
    await last.blur();
    await expect(page.getByText(says.early)).toBeVisible();
    await page.getByRole('button', { name: says.open }).last().click();
    await page.getByRole('button', { name: says.next }).click();
    await page.getByRole('button', { name: says.other }).click();
    await expect(last).toHaveValue('31.12.2026');
    await expect(last).not.toHaveAttribute('aria-invalid');

    await page.getByRole('button', { name: says.open }).last().click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toHaveCount(0);
  });

test('[BASE-04] [JRN-01] the calendar opens inside a dialog and closes alone @both', async ({ page, isMobile }) => {
  await signIn(page, 'teacher', inCourse('/lms/journal'));
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
  await signIn(page, 'student', '/lms/profile');
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
