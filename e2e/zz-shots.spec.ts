import { pdfOf } from '../server/demo/book-files.ts';
import { passwords } from './support/people.ts';
import { test } from './support/test.ts';
const out = '/tmp/x-mat/shots';
for (const [lang, scheme, w] of [['ru', 'light', 1440], ['ru', 'light', 390], ['kg', 'dark', 390], ['en', 'dark', 1440], ['kg', 'light', 1440], ['en','light',390]] as const)
  test(`shots ${lang} ${scheme} ${w}`, async ({ page }) => {
    await page.setViewportSize({ width: w, height: w === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/lms/login');
    await page.context().addCookies([{ name: 'lang', value: lang, url: page.url() }]);
    const go = async (login: keyof typeof passwords, path: string) => {
      await page.goto(`/lms/login?to=${encodeURIComponent(path)}`);
      await page.locator('input[autocomplete="username"]').fill(login);
      await page.locator('input[autocomplete="current-password"]').fill(passwords[login]);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith('/login'));
    };
    const shot = async (name: string) => {
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await page.screenshot({ path: `${out}/${name}-${lang}-${scheme}-${w}.png` });
    };
    await go('teacher', '/lms/umk');
    await page.locator('[data-material]').first().waitFor();
    await shot('umk');
    await page.getByRole('searchbox').fill('лекция');
    await page.locator('[data-found]').first().waitFor();
    await shot('umk-found');
    await page.goto('/lms/umk');
    await page.locator('[data-material]').first().waitFor();
    await page.getByRole('button', { name: /Добавить материал|Материал кошуу|Add/ }).first().click();
    const pdf = await pdfOf({ title: 'a', author: 'b', chapters: [{ title: 'q', paragraphs: ['w'] }] });
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Лекция 3. Ряды.pdf', mimeType: '', buffer: pdf },
      { name: 'Пустой.docx', mimeType: '', buffer: Buffer.alloc(0) },
    ]);
    await page.getByRole('switch').last().check();
    await page.locator('form button[type=submit]').last().click();
    await shot('umk-add');
    await page.goto('/lms/library');
    await page.locator('[data-book]').nth(3).waitFor();
    await shot('library');
    await page.getByRole('searchbox').fill(lang === 'kg' ? 'теңдеме' : 'теори');
    await page.locator('[data-found]').first().waitFor({ timeout: 60000 });
    await shot('library-found');
    await page.goto('/lms/library?q=pdf');
    await page.goto('/lms/library');
    await page.locator('[data-book] button[title$=".pdf"]').first().click();
    await page.locator('[data-page="1"] canvas').waitFor();
    await page.waitForTimeout(1500);
    await shot('reader');
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('[data-page="1"] div') as Node));
    await shot('reader-selected');
  });
