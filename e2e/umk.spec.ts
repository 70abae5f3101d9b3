import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from './support/axe.ts';
import {
  addMaterials,
  chooseSpeciality,
  describeMaterial,
  materialDrawer,
  rowOf,
  save,
  textFile,
} from './support/materials.ts';
import { inCourse, signIn } from './support/people.ts';
import { freePort } from './support/portal.ts';
import { startProgramPortal } from './support/program-portal.ts';
import { expect, test } from './support/test.ts';

const hostile = `<!doctype html><meta charset="utf-8"><title>book</title><p id="said">ждём</p><script>
  const said = [];
  const attempt = (name, work) => { try { said.push(name + ':' + work()); } catch (error) { said.push(name + ':' + error.name); } };
  attempt('cookie', () => document.cookie || 'empty');
  attempt('storage', () => localStorage.length);
  attempt('parent', () => parent.document.title);
  fetch('/lms/api/profile/data.json', { method: 'POST', credentials: 'include', body: '{}' })
    .then((answer) => said.push('call:' + answer.status), (error) => said.push('call:' + error.name))
    .finally(() => { document.getElementById('said').textContent = said.join(' '); });
</script>`;

test('[UMK-01] [UMK-03] a teacher adds several files at once, edits and deletes', async ({ page }) => {
  await signIn(page, 'teacher', inCourse('/lms/umk'));
  const drawer = await materialDrawer(page);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Приложите файл.')).toBeVisible();
  await expect(drawer.getByText('Выберите вид')).toBeVisible();
  await drawer
    .locator('input[type=file]')
    .setInputFiles([textFile('Первый файл проверки.txt', 'Биринчи'), textFile('Лекция 9 проверки.txt', 'Экинчи')]);
  // [UMK-06] Each of several files has its own kind, guessed from its name where it says one.
  const kindOf = (file: string) => drawer.getByLabel(`Вид: ${file}`);
  await expect(kindOf('Лекция 9 проверки.txt').locator('option:checked')).toHaveText('Конспект лекций');
  await chooseSpeciality(drawer);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Выберите вид')).toHaveCount(1);
  await kindOf('Первый файл проверки.txt').selectOption({ label: 'Глоссарий' });
  await save(drawer);
  const first = rowOf(page, 'Первый файл проверки');
  await expect(first).toBeVisible();
  const kinds = page.getByRole('region', { name: /^\d+ из 12 видов$/ });
  await expect(kinds.getByRole('button', { name: 'Глоссарий' })).toHaveCount(0);
  await expect(rowOf(page, 'Лекция 9 проверки')).toBeVisible();
  await expect(first.getByText('Первый файл проверки…').or(first.getByText(/Первый файл проверк…/))).toBeVisible();

  await first.getByRole('button', { name: 'Изменить материал' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Переименован');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  const renamed = rowOf(page, 'Переименован');
  await expect(renamed).toBeVisible();
  await renamed.getByRole('button', { name: 'Удалить материал' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Удалить материал?' });
  await expect(confirm).toBeVisible();
  await confirm.getByRole('button', { name: 'Удалить' }).click();
  await expect(renamed).toHaveCount(0);
  await expectAccessible(page);
});

test('[UMK-02] [UMK-04] a student gets a new material at once and reads it inside the portal', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'teacher', inCourse('/lms/umk'));
  await page.getByRole('button', { name: 'Добавить материал' }).waitFor();
  const discipline =
    (await page.locator('[aria-current=true] span[translate=no]:not([aria-hidden])').first().textContent()) ?? '';
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  await signIn(student, 'student', inCourse('/lms/umk'));
  await student.getByRole('button', { name: discipline }).first().click();

  await addMaterials(page, textFile('Свежая заметка.txt', 'Кыргыз тамгалары: ө ү ң'), 'Глоссарий');

  const row = rowOf(student, 'Свежая заметка');
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: 'Изменить материал' })).toHaveCount(0);
  await row.getByRole('button').first().click();
  await expect(student.getByRole('dialog').getByText('Кыргыз тамгалары: ө ү ң')).toBeVisible();
  await student.keyboard.press('Escape');
  await expect(student.getByRole('dialog')).toHaveCount(0);
  await other.close();
});

test('[UMK-04] a hostile web book opens without cookies, storage, the page around it or a call @both', async ({
  page,
}) => {
  await signIn(page, 'teacher', inCourse('/lms/umk'));
  const drawer = await materialDrawer(page);
  const zip = Buffer.from(zipSync({ 'index.html': strToU8(hostile) }));
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'Опасная книга.zip', mimeType: 'application/zip', buffer: zip });
  await drawer.getByRole('switch', { name: /Веб-книга/ }).check();
  await describeMaterial(drawer, 'Глоссарий');
  await save(drawer);
  await rowOf(page, 'Опасная книга').getByRole('button').first().click();
  const said = page.frameLocator('iframe').locator('#said');
  await expect(said).toHaveText('cookie:SecurityError storage:SecurityError parent:SecurityError call:TypeError');
});

/** Hands a web book in and opens it in the reader; gives the address that its frame shows. */
async function openWebBook(page: Page, name: string): Promise<string> {
  const drawer = await materialDrawer(page);
  const zip = Buffer.from(
    zipSync({ 'index.html': strToU8('<!doctype html><title>x</title><p id="said">Глава 1</p>') }),
  );
  const file = { name: `${name}.zip`, mimeType: 'application/zip', buffer: zip };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await drawer.getByRole('switch', { name: /Веб-книга/ }).check();
  await describeMaterial(drawer, 'Глоссарий');
  await save(drawer);
  await rowOf(page, name).getByRole('button').first().click();
  await expect(page.frameLocator('iframe').locator('#said')).toHaveText('Глава 1');
  return (await page.locator('iframe').getAttribute('src')) ?? '';
}

test('[SAFE-08] a web book opened by itself says where to read it, and its key ends with the session', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'teacher', inCourse('/lms/umk'));
  const address = await openWebBook(page, 'Книга отдельно');
  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  expect((await stranger.goto(address))?.status()).toBe(403);
  await expect(stranger.getByText('Эта веб-книга открывается только в портале')).toBeVisible();
  await expect(stranger.locator('#said')).toHaveCount(0);
  await stranger.context().close();

  const file = `${new URL(address, page.url()).origin}${address}`;
  expect((await fetch(file)).status).toBe(200);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByLabel('Логин')).toBeVisible();
  await expect.poll(async () => (await fetch(file)).status).toBe(404);
});

test('[SAFE-08] with BOOKS_URL a web book is read in the portal and lives at an origin of its own', async ({
  page,
}) => {
  const port = await freePort();
  const settings = {
    PORT: `${port}`,
    DEMO: 'small',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    BOOKS_URL: `http://localhost:${port}`,
  };
  const portal = await startProgramPortal(settings);
  await signIn(page, 'teacher', inCourse('/lms/umk'), portal.url);
  const address = await openWebBook(page, 'Книга рядом');
  expect(new URL(address).origin).toBe(`http://localhost:${port}`);
  expect(
    (
      await page
        .context()
        .newPage()
        .then((tab) => tab.goto(`http://localhost:${port}/lms/login`))
    )?.status(),
  ).toBe(404);
  await portal.stop();
});

test('[UMK-02] on the phone the set of a discipline fits, dark and in Kyrgyz @phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/lms/login');
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: page.url() }]);
  await signIn(page, 'student', inCourse('/lms/umk'));
  await expect(page.getByRole('heading', { name: 'Материалдар', level: 1 })).toBeVisible();
  await expect(page.locator('[data-material], p').first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  await expectAccessible(page);
});
