import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signInAs } from './people.ts';

/** What the field of a day says, by language. */
export const dateFieldTexts = {
  ru: {
    ...{ first: 'Первый день', last: 'Последний день', open: 'Открыть календарь', month: 'ноябрь 2026' },
    ...{ chosen: 'среда, 18 ноября 2026, выбрано', other: 'четверг, 31 декабря 2026' },
    ...{ next: 'Следующий месяц', wrong: /^Нужна дата вида \d\d\.\d\d\.\d{4}\.$/, early: /^Дата не раньше 25 ноября/ },
  },
  kg: {
    ...{ first: 'Биринчи күнү', last: 'Акыркы күнү', open: 'Күн тандоочуну ачуу', month: '2026-\u2060жылдын ноябры' },
    ...{
      chosen: 'шаршемби, 2026-\u2060жылдын 18-\u2060ноябры, тандалды',
      other: 'бейшемби, 2026-\u2060жылдын 31-\u2060декабры',
    },
    ...{
      next: 'Кийинки ай',
      wrong: /^\d\d\.\d\d\.\d{4} түрүндөгү дата керек\.$/,
      early: /25-\u2060ноябр.* эрте болбойт\.$/,
    },
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

/** Types and chooses days in the windows of the registration office, in the words of one language. */
export async function expectDateFieldsWork(page: Page, lang: keyof typeof dateFieldTexts, url: string): Promise<void> {
  const says = dateFieldTexts[lang];
  await page.context().addCookies([{ name: 'lang', value: lang, url }]);
  await signInAs(page, 'admin', '/lms/office?part=windows');
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
}
