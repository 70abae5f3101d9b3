import postgres from 'postgres';
import { pdfOf } from '../server/demo/book-files.ts';
import { addMaterials, rowOf, save, textFile } from './support/materials.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[UMK-01] [UMK-05] all fields can be changed, pages come from the PDF, a new file keeps the address', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/umk'));
  const chapters = Array.from({ length: 6 }, (_, index) => ({ title: `${index + 1}`, paragraphs: ['текст'] }));
  const pdf = await pdfOf({ title: 'Конспект', author: 'Автор', chapters });
  await addMaterials(page, { name: 'Полный конспект.pdf', mimeType: 'application/pdf', buffer: pdf }, 'Глоссарий');
  const row = rowOf(page, 'Полный конспект');
  const address = await row.getAttribute('data-material');
  await expect(row.getByText('7 стр.')).toBeVisible();

  await row.getByRole('button', { name: 'Изменить материал' }).click();
  const drawer = page.getByRole('dialog', { name: 'Материал' });
  await expect(drawer.getByText('Полный конспект.pdf')).toBeVisible();
  await drawer.getByLabel('Название').fill('Изменённый конспект');
  await drawer.getByLabel('Вид').selectOption({ label: 'Тесты' });
  await drawer.getByLabel('Форма контроля').selectOption({ index: 1 });
  await drawer.getByLabel('Для кого').selectOption({ label: 'очная' });
  await drawer.getByRole('switch', { name: /Показать в библиотеке/ }).check();
  await drawer.getByRole('textbox', { name: 'Автор' }).fill('');
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Заполните поле')).toBeVisible();
  await expect(drawer.getByText('Выберите категорию')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Автор' }).fill('Сыдыков Э.');
  await drawer.getByLabel('Категория', { exact: true }).selectOption({ label: 'Монографии' });
  await drawer.getByLabel('Описание').fill('О полноте полей');
  await expect(drawer.getByLabel('Число страниц')).toHaveValue('7');
  await drawer.getByLabel('Число страниц').fill('70');
  await drawer.locator('input[type=file]').setInputFiles(textFile('Замена.txt', 'Жаңы мазмун'));
  await save(drawer);

  const changed = rowOf(page, 'Изменённый конспект');
  await expect(changed).toHaveAttribute('data-material', address ?? '');
  await expect(changed.getByText('В библиотеке')).toBeVisible();
  await expect(changed.getByText(/70 стр\. · очная/)).toBeVisible();
  await expect(page.getByRole('region', { name: /Тесты/ }).getByText('Изменённый конспект')).toBeVisible();
  await changed.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('Жаңы мазмун'), 'the same address, the new file').toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/lms/library?q=Изменённый');
  const book = page.locator('[data-book]', { hasText: 'Изменённый конспект' });
  await expect(book).toBeVisible();
  await expect(book.getByText('Сыдыков Э.')).toBeVisible();
  await expect(book.getByText('О полноте полей')).toBeVisible();
  await page.getByRole('searchbox').fill('полноте');
  const found = page.locator('[data-found]', { hasText: 'Изменённый конспект' });
  await expect(found, 'found by its description').toBeVisible();
});

test("[UMK-03] [UMK-05] last year's set is taken over as references, and its originals say why they stay", async ({
  page,
  portal,
}) => {
  await as(page, 'teacher', inCourse('/lms/umk'));
  await addMaterials(
    page,
    [textFile('Прошлый план.txt', 'план'), textFile('Прошлые билеты.txt', 'билеты')],
    'Глоссарий',
  );
  const plan = rowOf(page, 'Прошлый план');
  const tickets = rowOf(page, 'Прошлые билеты');
  await expect(plan).toBeVisible();
  await expect(tickets).toBeVisible();
  const original = await plan.getAttribute('data-material');
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`update material set credits = credits + 7 where name in ('Прошлый план', 'Прошлые билеты')`;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Взять готовые материалы' })).toBeVisible();
  await expect(plan).toHaveCount(0);

  await page.getByRole('button', { name: 'Взять готовые материалы' }).click();
  const drawer = page.getByRole('dialog', { name: 'Взять готовые материалы' });
  await expect(drawer.getByText('Прошлый план')).toBeVisible();
  const boxes = drawer.getByRole('checkbox');
  for (const box of await boxes.all()) await box.uncheck();
  await drawer.getByRole('checkbox', { name: /Прошлый план/ }).check();
  await drawer.getByRole('button', { name: 'Взять: 1' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('Добавлен 1 материал')).toBeVisible();
  await expect(plan).toBeVisible();
  await expect(tickets).toHaveCount(0);
  expect(await plan.getAttribute('data-material'), 'a material of its own').not.toBe(original);

  const copy = Number(await plan.getAttribute('data-material'));
  await sql`update material set credits = credits + 7 where id = ${copy}`;
  await sql`update material set credits = credits - 7 where id = ${Number(original)}`;
  await sql.end();
  await page.reload();
  await expect(plan).toHaveAttribute('data-material', original ?? '');
  await expect(plan.getByText('Общий доступ')).toBeVisible();
  await plan.getByRole('button', { name: 'Удалить материал' }).click();
  await expect(page.getByText('Материал используется другими преподавателями, удалить его нельзя.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(plan).toBeVisible();
});
