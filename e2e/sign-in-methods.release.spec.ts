import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import { passwords, TestClient } from '../server/test/test-client.ts';
import { totpCode } from './support/second-step.ts';
import { directoryPassword, nationalPin, test } from './support/sign-in-methods.ts';
import { startTabTapCount } from './support/tap-count.ts';
import { expect } from './support/test.ts';

/**
 * Each sign-in method from a phone that knows nothing yet, counted from the page of the portal to the start page, with all that
 * is pressed on the page of the provider. The key of a device is counted in passkeys.release.spec.ts, for it needs another browser.
 */

/** How the sign of the national service begins: a letter in a diamond. */
const diamond = 'M128 11 245 128';

/** Signs in on the page of a provider as on a phone: the keyboard's own key sends. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').tap();
  await page.keyboard.type(name);
  await page.getByPlaceholder('and password').tap();
  await page.keyboard.type('anything');
  await page.keyboard.press('Enter');
}

for (const [what, name, typed] of [
  ['an account of the university', /Учётная запись университета/, 'student2'],
  ['the national identity service', /Тундук/, nationalPin],
] as const)
  test(`[AUTH-01] [AUTH-12] by ${what} one is in with one tap here, and three with its page @phone`, async ({
    page,
  }) => {
    const taps = await startTabTapCount(page);
    await page.goto('/lms/login');
    const methodButton = page.getByRole('button', { name });
    const drawing = await methodButton.locator('path').first().getAttribute('d');
    expect(drawing?.startsWith(diamond), 'the national service alone shows its sign').toBe(typed === nationalPin);
    await methodButton.tap();
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
    expect(taps()).toBe(1);
    await signInThere(page, typed);
    await expect(page).toHaveURL(/\/lms\/?$/);
    expect(taps()).toBeLessThanOrEqual(3);
    await page.context().clearCookies({ name: 'sid' });
    await page.goto('/lms/login');
    const buttons = page.getByRole('button', { name: /Учётная запись университета|Тундук/ });
    await expect(buttons.first(), 'the last used one comes first').toHaveAccessibleName(name);
  });

test('[AUTH-01] [AUTH-13] by a directory one is in with three taps, as by a password of the portal @phone', async ({
  page,
}) => {
  const taps = await startTabTapCount(page);
  await page.goto('/lms/login');
  await page.getByLabel('Логин').tap();
  await page.keyboard.type('teach');
  await page.getByLabel('Пароль', { exact: true }).tap();
  await page.keyboard.type(directoryPassword);
  await page.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(page).toHaveURL(/\/lms\/?$/);
  expect(taps()).toBe(3);
});

test('[AUTH-01] [AUTH-14] with a code of an app after the password one is in with the same three taps @phone', async ({
  page,
  allMethods,
}) => {
  const editor = new TestClient(allMethods.url);
  await editor.signIn('editor', passwords.editor);
  const { key } = await editor.get(callsByRoom.secondstep.begin, { password: passwords.editor });
  await editor.get(callsByRoom.secondstep.confirm, { code: totpCode(key, 0) });
  const taps = await startTabTapCount(page);
  await page.goto('/lms/login');
  await page.getByLabel('Логин').tap();
  await page.keyboard.type('editor');
  await page.getByLabel('Пароль', { exact: true }).tap();
  await page.keyboard.type(passwords.editor);
  await page.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(page.getByRole('textbox', { name: 'Код из приложения' }), 'it waits for the code').toBeFocused();
  await page.keyboard.type(totpCode(key, 1));
  await expect(page).toHaveURL(/\/lms\/?$/);
  expect(taps()).toBe(3);
});

/** What the buttons of the two providers and the choice of languages are called. */
const methodNames = {
  ru: ['Тундук', 'Учётная запись университета'],
  kg: ['Түндүк', 'Университеттин эсеби'],
  en: ['Tunduk', 'University account'],
} as const;

for (const [width, height] of [
  [390, 844],
  [360, 740],
  [360, 640],
  [768, 1024],
] as const)
  test(`[AUTH-01] the first screen of ${width} by ${height} px has the form, all methods in one row and the languages @phone`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [lang, names] of Object.entries(methodNames)) {
      await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
      await page.goto('/lms/login');
      const tops = names.map(async (name) => {
        const method = page.getByRole('button', { name });
        await expect(method).toBeVisible();
        return (await method.boundingBox())?.y;
      });
      expect(new Set(await Promise.all(tops)).size, `${lang}: one row`).toBe(1);
      await expect(page.getByRole('group', { name: /^(Язык|Тил|Language)$/ }), lang).toBeInViewport({ ratio: 1 });
      const peak = await page
        .locator('header polygon')
        .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().top)));
      const name = await page.locator('header p span').boundingBox();
      expect((name?.y ?? 0) + (name?.height ?? 0), `${lang}: no peak behind the name`).toBeLessThanOrEqual(peak + 1);
    }
  });

test('[AUTH-01] the languages stay on the first screen of the smallest phones beside all methods when a sign-in is refused @phone', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [lang, names] of Object.entries(methodNames)) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    await page.goto('/lms/login');
    await page.locator('input[autocomplete="username"]').fill('nobody');
    await page.locator('input[autocomplete="current-password"]').fill('Nobody1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: names[1] })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('group', { name: /^(Язык|Тил|Language)$/ }), lang).toBeInViewport({ ratio: 1 });
  }
});
