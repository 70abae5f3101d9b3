import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { addMaterials, describeMaterial, materialDrawer, rowOf, save, textFile } from './support/materials.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[UMK-01] files are dropped, their progress is seen, one is stopped and nothing of it stays', async ({
  page,
  portal,
}) => {
  await as(page, 'teacher', inCourse('/lms/umk'));
  const drawer = await materialDrawer(page);
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
  await describeMaterial(drawer, 'Глоссарий');

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
  await save(drawer);
  await expect(rowOf(page, 'Брошенный файл')).toBeVisible();
});

test('[UMK-01] after the last day of the term the page says why nothing can be added, and words can still be changed', async ({
  page,
  ownPortal,
}) => {
  await as(page, 'teacher', inCourse('/lms/umk'), ownPortal.url);
  await addMaterials(page, textFile('До срока.txt', 'текст'), 'Глоссарий');
  const row = rowOf(page, 'До срока');
  await expect(row).toBeVisible();
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`
    insert into umk_upload_end (year_id, term_id, ends_on)
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
  await save(drawer);
  await expect(rowOf(page, 'После срока')).toBeVisible();
  await expectAccessible(page);
  await sql.end();
});
