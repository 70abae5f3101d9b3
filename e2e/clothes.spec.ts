import type { Page } from '@playwright/test';
import { chooseDays } from './support/date-field.ts';
import { type Login, signIn } from './support/people.ts';
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

test('[BASE-04] a day is typed or chosen in the portal’s language (kg), and a wrong one says so', async ({
  page,
  baseURL,
}) => {
  await chooseDays(page, 'kg', baseURL ?? '');
});
