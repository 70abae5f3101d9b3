import postgres from 'postgres';
import { createPdf } from '../server/demo/book-files.ts';
import { expectAccessible } from './support/axe.ts';
import {
  addMaterials,
  fillMaterialForm,
  materialRow,
  openMaterialDrawer,
  saveDrawer,
  textFile,
} from './support/materials.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[UMK-01] files are dropped, their progress is seen, one is stopped and nothing of it stays', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await openMaterialDrawer(page);
  const dropped = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(6 * 1024 * 1024)], 'Брошенный файл.bin'));
    carried.items.add(new File([], 'Пустой.bin'));
    return carried;
  });
  await drawer.getByRole('button', { name: /перетащите их сюда/ }).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(drawer.getByText('Файл пуст.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Убрать файл Пустой.bin' }).click();
  await expect(drawer.getByText(/^6(,\d)?\sМБ$/)).toBeVisible();
  await fillMaterialForm(drawer, 'Глоссарий');

  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200 * 1024 };
  await network.send('Network.emulateNetworkConditions', slow);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  const progress = drawer.getByRole('progressbar', { name: 'Загрузка файла Брошенный файл.bin' });
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);
  await drawer.getByRole('listitem').getByRole('button', { name: 'Отмена' }).click();
  await expect(progress).toHaveCount(0);
  await expect(drawer.getByText(/^6(,\d)?\sМБ$/), 'it can be sent again').toBeVisible();
  const sql = postgres(portal.databaseUrl, { max: 1 });
  expect(await sql`select from file where name like 'Брошенный%'`).toHaveLength(0);
  await sql.end();

  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await saveDrawer(drawer);
  await expect(materialRow(page, 'Брошенный файл')).toBeVisible();
});

test('[UMK-01] after the last day of the term the page says why nothing can be added, and words can still be changed', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'), ownPortal.url);
  await addMaterials(page, textFile('До срока.txt', 'текст'), 'Глоссарий');
  const row = materialRow(page, 'До срока');
  await expect(row).toBeVisible();
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`
    insert into umk_upload_deadline (year_id, term_id, ends_on)
    select y.id, t.id, date '2026-01-31' from academic_year y, term t where y.is_default`;
  await page.reload();
  const why = 'Материалы этого семестра больше не принимаются: последним днём было 31.01.2026.';
  await expect(page.getByRole('main').getByText(why)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Добавить материал' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Взять готовые материалы' })).toBeDisabled();
  await row.getByRole('button', { name: 'Изменить материал' }).click();
  const drawer = page.getByRole('dialog', { name: 'Материал' });
  await expect(drawer.getByText(why)).toBeVisible();
  await expect(drawer.locator('input[type=file]')).toHaveCount(0);
  await drawer.getByLabel('Название').fill('После срока');
  await saveDrawer(drawer);
  await expect(materialRow(page, 'После срока')).toBeVisible();
  await expectAccessible(page);
  await sql.end();
});

test('[UMK-01] [UMK-05] all fields can be changed, pages come from the PDF, a new file keeps the address', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const chapters = Array.from({ length: 6 }, (_, index) => ({ title: `${index + 1}`, paragraphs: ['текст'] }));
  const pdf = await createPdf({ title: 'Конспект', author: 'Автор', chapters });
  await addMaterials(page, { name: 'Полный конспект.pdf', mimeType: 'application/pdf', buffer: pdf }, 'Глоссарий');
  const row = materialRow(page, 'Полный конспект');
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
  await saveDrawer(drawer);

  const changed = materialRow(page, 'Изменённый конспект');
  await expect(changed).toHaveAttribute('data-material', address ?? '');
  await expect(changed.getByText('В библиотеке')).toBeVisible();
  await expect(changed.getByText(/70 стр\. · .* · очная/)).toBeVisible();
  await page
    .getByRole('group', { name: 'Виды материалов' })
    .getByRole('button', { name: /^Тесты/ })
    .click();
  await expect(changed).toBeVisible();
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
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  await addMaterials(
    page,
    [textFile('Прошлый план.txt', 'план'), textFile('Прошлые билеты.txt', 'билеты')],
    'Глоссарий',
  );
  const plan = materialRow(page, 'Прошлый план');
  const tickets = materialRow(page, 'Прошлые билеты');
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
