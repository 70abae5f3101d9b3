import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { grantPermissions } from '../server/test/factories/permissions.ts';
import { importLockKey } from '../server/university/imports.queries.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The disciplines of the portal as a table, with some more. */
async function disciplines(databaseUrl: string, more: readonly string[]): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql`select code, name_ru, name_kg, name_en from discipline order by code`;
  await sql.end();
  const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
  const lines = rows.map((row) => Object.values(row).map(quoted).join(','));
  return ['code,name_ru,name_kg,name_en', ...lines, ...more].join('\n');
}

const csv = (text: string) => ({ name: 'disciplines.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('[IMPORT-01] [IMPORT-03] the faults are downloaded in their cells, the bell shows the end, an undo is undone', async ({
  page,
  portal,
}) => {
  const good = await disciplines(portal.databaseUrl, ['"again-1","Новая","Жаңы","New"']);
  await signInAs(page, 'admin', '/lms/data');
  const files = page.locator('input[type=file]:not([webkitdirectory])');
  await files.setInputFiles(csv(`${good}\n"not a code","Новая","Жаңы","New"`));
  await expect(page.getByRole('heading', { name: 'Нельзя загрузить: 1 ошибка' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Список ошибок' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('disciplines.xlsx');
  const bytes = readFileSync(await download.path());

  // The workbook itself is handed in again, and nobody waits for the check.
  await files.setInputFiles({ name: 'disciplines.xlsx', mimeType: 'application/octet-stream', buffer: bytes });
  await expect(page.getByRole('heading', { name: 'Нельзя загрузить: 1 ошибка' })).toBeVisible();
  await expect(page.getByText('disciplines.xlsx').first()).toBeVisible();
  await files.setInputFiles(csv(good));
  await expect(page.getByRole('heading', { name: /Нельзя загрузить/ })).toBeHidden();
  await page.goto('/lms/news');
  const bell = page.getByRole('button', { name: /Уведомления/ });
  await expect(bell).toContainText(/\d/);
  await bell.click();
  await expect(page.getByRole('link', { name: /Проверено, ждёт вас/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Проверено, ждёт вас/ }).click();
  await page.getByRole('button', { name: /^Загрузить 1 изменение/ }).click();
  await expect(page.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible();

  await page.getByRole('button', { name: /Вернуть загрузку/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Так было/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Вернуть загрузку/ }).click();
  await expect(dialog.getByText(/^Так было/), 'what was looked at is kept').toBeVisible();
  const trials = postgres(portal.databaseUrl, { max: 1 });
  expect(await trials`select from import_job where trial and state = 'done'`).toHaveLength(1);
  await trials.end();
  await dialog.getByRole('button', { name: /^Вернуть (1 запись|часть)/ }).click();
  await expect(dialog.getByText(/Возврат записан как загрузка № \d+/)).toBeVisible();
  await page.goto('/lms/data?kind=undo');
  const first = page.getByRole('region', { name: 'Загрузки' }).getByRole('listitem').first();
  await expect(first).toContainText(/Возврат загрузки № \d+/);
  await first.getByRole('button', { name: /Вернуть загрузку/ }).click();
  await dialog.getByRole('button', { name: /^Вернуть (1 запись|часть)/ }).click();
  await expect(dialog.getByText(/^Возвращена 1 запись/)).toBeVisible();
  expect(await disciplines(portal.databaseUrl, [])).toContain('again-1');
});

test('[IMPORT-02] tables of which nothing changes are folded, and first passwords come first after a load @both', async ({
  page,
  portal,
}) => {
  test.slow();
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const posts = await sql`select code, name_ru, name_kg, name_en from post order by code`;
  await sql.end();
  const rows = posts.map((row) => Object.values(row).map((cell) => `"${cell}"`));
  const same = ['code,name_ru,name_kg,name_en', ...rows].join('\n');
  const teacher = 'code,surname,name\n"first-1","Новая","Айнура"';
  await signInAs(page, 'admin', '/lms/data');
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .setInputFiles([
      csv(await disciplines(portal.databaseUrl, ['"folded-1","Новая","Жаңы","New"'])),
      { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(same) },
      { name: 'scope.csv', mimeType: 'text/csv', buffer: Buffer.from('year,term\n2026,1') },
      { name: 'teachers.csv', mimeType: 'text/csv', buffer: Buffer.from(teacher) },
    ]);
  const folded = page.getByRole('button', { name: 'Без изменений: 1 таблица' });
  // A check is work of a process of its own, which takes seconds.
  await expect(folded).toHaveAttribute('aria-expanded', 'false', { timeout: 40_000 });
  const unchanged = page.getByRole('rowheader', { name: 'Должности' });
  await expect(unchanged).toHaveCount(0);
  await folded.click();
  await expect(unchanged).toBeVisible();
  await page.getByRole('button', { name: /^Загрузить 2 изменения/ }).click();
  const passwords = page.getByRole('region', { name: 'Первые пароли' });
  const list = page.getByRole('listitem').filter({ hasText: 'Дисциплины' });
  await expect(list).toBeVisible({ timeout: 40_000 });
  expect((await passwords.boundingBox())?.y ?? 0).toBeLessThan((await list.boundingBox())?.y ?? 0);
});

test('[IMPORT-01] of two who look at one upload that waits one loads it, and the other sees it done', async ({
  page,
  browser,
  portal,
}) => {
  await signInAs(page, 'admin', '/lms/data');
  const files = page.locator('input[type=file]:not([webkitdirectory])');
  await files.setInputFiles(csv(await disciplines(portal.databaseUrl, ['"both-1","Новая","Жаңы","New"'])));
  const load = (where: Page) => where.getByRole('button', { name: /^Загрузить \d+ изменени/ });
  await expect(load(page)).toBeVisible();
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await grantPermissions(sql, 'editor', 'import');
  await sql.end();
  const other = await (await browser.newContext({ baseURL: portal.url, locale: 'ru-RU' })).newPage();
  await signInAs(other, 'editor', page.url().replace(/^https?:\/\/[^/]+/, ''));
  await expect(load(other)).toBeVisible();
  await load(page).click();
  for (const where of [page, other])
    await expect(where.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible();
  await expect(load(other)).toHaveCount(0);
  await other.context().close();
});

test('[IMPORT-01] what is refused beside another import is sent again by a press, without choosing it once more', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'admin', '/lms/data');
  const file = csv(await disciplines(portal.databaseUrl, ['"refused-1","Новая","Жаңы","New"']));
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const again = page.getByRole('button', { name: 'Отправить ещё раз: disciplines.csv' });
  await sql.begin(async (db) => {
    await db`select pg_advisory_xact_lock(${importLockKey})`;
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(file);
    await expect(again).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'загружает команда на сервере' })).toBeVisible();
  });
  await sql.end();
  await again.click();
  await expect(page.getByRole('button', { name: /^Загрузить 1 изменение/ })).toBeVisible({ timeout: 40_000 });
});

test('[IMPORT-03] one table of an import is undone, the other stays until it is undone too @both', async ({
  page,
  portal,
  isMobile,
}) => {
  const good = await disciplines(portal.databaseUrl, ['"table-1","Новая","Жаңы","New"']);
  await signInAs(page, 'admin', '/lms/data');
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const posts = await sql`select code, name_ru from post order by code`;
  await sql.end();
  const table = ['code,name_ru', ...posts.map(({ code, name_ru }) => `"${code}","${name_ru}"`), '"post-1","Новая"'];
  const files = page.locator('input[type=file]:not([webkitdirectory])');
  await files.setInputFiles([csv(good), { ...csv(table.join('\n')), name: 'posts.csv' }]);
  await page.getByRole('button', { name: /^Загрузить \d+ изменени/ }).click();
  await expect(page.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible();
  await page.getByRole('button', { name: /Вернуть загрузку/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Вернуть только некоторые таблицы' }).click();
  await dialog.getByRole('checkbox', { name: /^Дисциплины/ }).uncheck();
  await dialog.getByRole('button', { name: 'Проверить возврат отмеченных' }).click();
  await expect(dialog.getByRole('checkbox', { name: /^Дисциплины/ })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Вернуть \d+ запис/ }).click();
  await expect(dialog.getByText(/Возврат записан как загрузка № \d+/)).toBeVisible();
  await page.goto('/lms/data');
  const runs = page.getByRole('region', { name: 'Загрузки' }).getByRole('listitem');
  await expect(runs.nth(0)).toContainText('Возвращены таблицы: Должности');
  await expect(runs.nth(1)).toContainText('Возвращены таблицы: Должности');
  const [number, counts] = await Promise.all(
    [/^№ \d+$/, /^Изменено/].map((text) => runs.nth(0).getByText(text).first().boundingBox()),
  );
  if (!isMobile) expect(counts?.x, 'the counts keep their column').toBeGreaterThan((number?.x ?? 0) + 200);
  expect(await disciplines(portal.databaseUrl, [])).toContain('table-1');
  await runs
    .nth(1)
    .getByRole('button', { name: /Вернуть загрузку/ })
    .click();
  await dialog.getByRole('button', { name: /^Вернуть (1 запись|часть)/ }).click();
  await expect(dialog.getByText(/Возврат записан как загрузка № \d+/)).toBeVisible();
  expect(await disciplines(portal.databaseUrl, [])).not.toContain('table-1');
});

test('[IMPORT-03] the history is filtered, the address says how @both', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/data');
  const history = page.getByRole('region', { name: 'Загрузки' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Команда на сервере' }).first()).toBeVisible();
  await history.getByRole('combobox', { name: 'Таблица' }).selectOption({ label: 'Студенты' });
  await expect(page).toHaveURL(/table=students/);
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await history.getByRole('combobox', { name: 'Состояние' }).selectOption({ label: 'Возвращены' });
  await expect(history.getByText('По этому отбору загрузок нет')).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await page.reload();
  await expect(history.getByRole('combobox', { name: 'Таблица' })).toHaveValue('students');
  await expect(history.getByText('По этому отбору загрузок нет')).toBeVisible();
});

test('[IMPORT-03] the history and the keys of programs are read on a phone too @phone', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/data');
  await expect(page.getByRole('heading', { name: 'Загрузки' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Команда на сервере' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Новый ключ' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Название программы').fill('Деканат');
  await dialog.getByLabel('Таблицы').fill('permissions');
  await dialog.getByLabel('Адреса').fill('127.0.0.1');
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
});
