import { as } from './support/people.ts';
import { students } from './support/recipes.ts';
import { expect, test } from './support/test.ts';

test('[IMPORT-04] a column is mapped by hand where the heading says nothing', async ({ page, portal }) => {
  const rows = await students(portal.databaseUrl);
  await as(page, 'admin', '/lms/recipes');
  const text = [
    'Чей;Книга;Куда;Что',
    ...rows.map((row) => [row.name, row.number, row.group, row.speciality].join(';')),
  ];
  await page
    .getByLabel('Выбрать файл')
    .first()
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\n')) });
  await expect(page.getByText(/^Не узнали лист/)).toBeVisible();
  await expect(page.getByText(`${rows[0]?.name} · ${rows[1]?.name}`, { exact: false })).toBeVisible();
  const meanings = {
    Чей: 'Студенты: Фамилия Имя Отчество вместе',
    Книга: 'Студенты: номер зачётной книжки',
    Куда: 'Состав групп: группа',
    Что: 'Группы: специальность',
  };
  for (const [heading, label] of Object.entries(meanings))
    await page.getByLabel(`«${heading}» — это`).selectOption({ label });
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Таблицы готовы')).toBeVisible();
  await page.getByRole('button', { name: 'Передать в «Данные»' }).click();
  await page.waitForURL(/\/lms\/data\?job=\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новая загрузка');
  await expect(page.getByRole('button', { name: /^Загрузить \d+ изменени/ })).toBeVisible();
});
