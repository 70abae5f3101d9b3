import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { createImportTableReaders, toTableFile } from '../server/test/tables.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A table of the portal as the registrar would hand it in, quoted cell by cell. */
async function table(databaseUrl: string, what: 'disciplines' | 'students'): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows =
    what === 'disciplines'
      ? await sql`select code, name_ru, name_kg, name_en from discipline order by code`
      : await sql`
          select p.code, s.number, p.surname, p.name, p.patronymic, p.email, a.login
          from student s join person p on p.id = s.id join account a on a.person_id = p.id
          where p.closed_on is null order by p.code`;
  await sql.end();
  const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;
  return [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).map(quoted).join(','))];
}

/** Lets a file fall onto the page; gives whether the browser would leave the page for it. */
async function dropOn(page: Page, name: string, text: string): Promise<boolean> {
  return await page.evaluate(
    ([file = '', content = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: 'text/csv' }));
      return ['dragover', 'drop'].some((type) =>
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })),
      );
    },
    [name, text],
  );
}

/** A check and a load are work of a process of their own, which takes seconds; the page shows how far it is. */
const checked = { timeout: 40_000 };

test('[IMPORT-01] [IMPORT-02] [IMPORT-03] a folder is dropped, corrected, confirmed in words, loaded and undone', async ({
  page,
  portal,
}) => {
  test.slow();
  const [disciplines, students] = [
    await table(portal.databaseUrl, 'disciplines'),
    await table(portal.databaseUrl, 'students'),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'autumn-'));
  writeFileSync(join(folder, 'disciplines.csv'), [...disciplines, '"not a code","Новая","Жаңы","New"'].join('\n'));
  writeFileSync(join(folder, 'students.csv'), students.slice(0, -25).join('\n'));
  writeFileSync(join(folder, 'letter.csv'), 'a,b\n1,2\n');
  writeFileSync(join(folder, 'teachers.xls'), 'a workbook of long ago');
  await signInAs(page, 'admin', '/lms/data');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Данные');
  await expect(page.getByText('Бросьте сюда папку')).toBeVisible();
  await expectAccessible(page);

  await page.locator('input[webkitdirectory]').setInputFiles(folder);
  // That many students are missing comes before what may follow from it.
  await expect(page.getByRole('heading', { name: 'Нельзя загрузить: 2 ошибки' })).toBeVisible(checked);
  await expect(page.getByRole('heading', { name: /нет 25 из \d+ студентов/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /«not a code» не годится как код/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Прочитать его по рецепту' }).first()).toHaveAttribute(
    'href',
    /^\/lms\/recipes\?from=\d+$/,
  );
  await expectAccessible(page);

  await dropOn(page, 'disciplines.csv', [...disciplines, '"new-one","Новая","Жаңы","New"'].join('\n'));
  const load = page.getByRole('button', { name: /^Загрузить \d+ изменени/ });
  await expect(load).toBeDisabled(checked);
  await page.getByRole('button', { name: 'Дисциплины' }).click();
  await expect(page.getByRole('region', { name: 'Дисциплины' }).getByText('new-one').first()).toBeVisible();
  await expectAccessible(page);
  // Files that may be loaded are corrected in the same way.
  await dropOn(page, 'disciplines.csv', [...disciplines, '"newer-one","Новая","Жаңы","New"'].join('\n'));
  await expect(page.getByText('new-one')).toHaveCount(0, checked);
  await page.getByRole('button', { name: 'Дисциплины' }).click();
  await expect(page.getByRole('region', { name: 'Дисциплины' }).getByText('newer-one').first()).toBeVisible(checked);
  const words = page.getByLabel(/напишите: закрыть 25 студентов/);
  await words.pressSequentially('Закрыть 25 Студентов');
  await load.click();
  await expect(page.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible(checked);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Загрузка № \d+$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Студенты' })).toContainText(/Закрыто 25/);
  await expect(page.getByText('Не узнаны и не загружены: letter.csv, teachers.xls')).toBeVisible();
  expect(await dropOn(page, 'disciplines.csv', disciplines.join('\n'))).toBe(false);
  await expectAccessible(page);

  await page.getByRole('button', { name: /Вернуть загрузку/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Вернуть (\d+ запис|часть)/ }).click();
  await expect(dialog.getByText(/^Возвращен\p{L} \d+ запис/u)).toBeVisible(checked);
  expect((await table(portal.databaseUrl, 'students')).length).toBe(students.length);
});

test('[IMPORT-02] [SAFE-04] a code goes to somebody else by words alone, and nobody is notified of a changed class where that is ticked', async ({
  page,
  portal,
}) => {
  test.slow();
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [students, lessons] = [
    await createImportTableReaders({ ownerSql: sql }).students(),
    await createImportTableReaders({ ownerSql: sql }).lessons(),
  ];
  const present = lessons.findIndex((row) => row.year === '2026' && row.term === '1' && row.only_date === null);
  const [first, ...rest] = students;
  const folder = mkdtempSync(join(tmpdir(), 'codes-'));
  for (const { name, content } of [
    toTableFile('students', [...rest, { ...first, surname: 'Шүкүрбеков', name: 'Эламан', patronymic: 'Тынчтыкович' }]),
    toTableFile(
      'lessons',
      lessons.map((row, place) => (place === present ? { ...row, week_to: '8' } : row)),
    ),
  ])
    writeFileSync(join(folder, name), content);
  await signInAs(page, 'admin', '/lms/data');
  await page.locator('input[webkitdirectory]').setInputFiles(folder);
  const asked = page.getByRole('region', { name: /^Под кодами студентов другие люди/ });
  await expect(asked).toContainText('Код навсегда принадлежит одному человеку', checked);
  await expect(page.getByText(/^Об изменениях занятий и групп узна(ет|ют) \d+ человек/)).toBeVisible();
  await expectAccessible(page);
  const load = page.getByRole('button', { name: /^Загрузить \d+ изменени/ });
  await expect(load).toBeDisabled();
  await asked
    .getByLabel(/напишите: отдать код 1 студента другому человеку/)
    .pressSequentially('отдать код 1 студента другому человеку');
  await page.getByLabel('Никому не сообщать').check();
  await load.click();
  await expect(page.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible(checked);
  const [notices] =
    await sql`select count(*)::int as count from notice where kind = 'lesson' and detail->>'run' is not null`;
  expect(notices?.count).toBe(0);
  await page.getByRole('button', { name: /Вернуть загрузку/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Вернуть (\d+ запис|часть)/ }).click();
  await expect(dialog.getByText(/^Возвращен\p{L} \d+ запис/u)).toBeVisible(checked);
  await sql.end();
});

test('[IMPORT-02] [SAFE-04] a file cut at the end of a line is stopped with both numbers, though nothing of it would vanish @both', async ({
  page,
  portal,
}) => {
  test.slow();
  const [head = '', ...rows] = await table(portal.databaseUrl, 'disciplines');
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const used = await sql`
    select d.code from discipline d where exists (select from plan_item p where p.discipline_id = d.id) order by 1 desc limit 21`;
  await sql.end();
  const gone = used.map(({ code }) => `"${code}",`);
  await signInAs(page, 'admin', '/lms/data');
  await expect(page.getByText('Выбрать файлы')).toBeVisible();
  const short = rows.filter((row) => !gone.some((code) => row.startsWith(code)));
  await dropOn(page, 'disciplines.csv', [head, ...short].join('\n'));
  const asked = page.getByRole('region', { name: `Дисциплины: в файле строк ${short.length}` });
  await expect(asked).toContainText('Так бывает, когда файл обрезан', checked);
  await expect(asked).toContainText(`при прошлой загрузке было ${rows.length}`);
  await expectAccessible(page);
  const load = page.getByRole('button', { name: 'Загрузить', exact: true });
  await expect(load).toBeDisabled();
  await page
    .getByLabel(/напишите: на 21 строку меньше: Дисциплины/)
    .pressSequentially('на 21 строку меньше дисциплины');
  await load.click();
  await expect(page.getByRole('heading', { name: /Загрузка № \d+ готова/ })).toBeVisible(checked);
});
