import { strToU8, zipSync } from 'fflate';
import { expectAccessible } from './support/axe.ts';
import {
  addMaterials,
  chooseSpeciality,
  describeMaterial,
  materialDrawer,
  materialRow,
  saveDrawer,
  textFile,
  textsRead,
} from './support/materials.ts';
import { as, courseAddress } from './support/people.ts';
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

test('[UMK-01] [UMK-03] [UMK-06] a teacher adds several files at once, edits and deletes, and what the set misses is one press away @journey', async ({
  page,
}) => {
  await as(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await materialDrawer(page);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Приложите файл.')).toBeVisible();
  await expect(drawer.getByText('Выберите вид')).toBeVisible();
  await drawer
    .locator('input[type=file]')
    .setInputFiles([textFile('Первый файл проверки.txt', 'Биринчи'), textFile('Лекция 9 проверки.txt', 'Экинчи')]);
  // Each of several files has its own kind, guessed from its name where it says one.
  const kindOf = (file: string) => drawer.getByLabel(`Вид: ${file}`);
  await expect(kindOf('Лекция 9 проверки.txt').locator('option:checked')).toHaveText('Конспект лекций');
  await chooseSpeciality(drawer);
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer.getByText('Выберите вид')).toHaveCount(1);
  await kindOf('Первый файл проверки.txt').selectOption({ label: 'Глоссарий' });
  await saveDrawer(drawer);
  const first = materialRow(page, 'Первый файл проверки');
  await expect(first).toBeVisible();
  const kinds = page.getByRole('region', { name: /^\d+ из 12 видов$/ });
  await expect(kinds.getByRole('button', { name: 'Глоссарий' })).toHaveCount(0);
  await expect(materialRow(page, 'Лекция 9 проверки')).toBeVisible();
  // Each thing is said once: the file is called like the material, and there is one teacher.
  await expect(first.locator('small').first()).toHaveText(/^глоссарий · \d+\sБ · ещё не открывали$/);

  await first.getByRole('button', { name: 'Изменить материал' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Переименован');
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  const renamed = materialRow(page, 'Переименован');
  await expect(renamed).toBeVisible();
  await renamed.getByRole('button', { name: 'Удалить материал' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Удалить материал?' });
  await expect(confirm).toBeVisible();
  await confirm.getByRole('button', { name: 'Удалить' }).click();
  await expect(renamed).toHaveCount(0);

  const missing = page.getByRole('group', { name: 'Чего ещё нет' });
  const state = page.getByRole('heading', { name: /^\d+ из 12 видов$/ });
  const there = Number.parseInt((await state.textContent()) ?? '', 10);
  const chip = missing.getByRole('button', { name: 'Литература' });
  await chip.click();
  await expect(drawer.getByLabel('Вид').locator('option:checked')).toHaveText('Литература');
  await drawer.locator('input[type=file]').setInputFiles(textFile('Список литературы.txt', '1. Айтматов'));
  await chooseSpeciality(drawer);
  await saveDrawer(drawer);
  await expect(materialRow(page, 'Список литературы')).toBeVisible();
  await expect(chip).toHaveCount(0);
  await expect(page.getByRole('heading', { name: `${there + 1} из 12 видов` })).toBeVisible();
  await expectAccessible(page);
});

test('[UMK-02] [UMK-04] a student gets a new material at once, reads it inside the portal, which its teacher sees, and later finds it by its text @journey', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  await as(page, 'teacher', courseAddress('/lms/umk'));
  await page.getByRole('button', { name: 'Добавить материал' }).waitFor();
  const discipline =
    (await page.locator('[aria-current=true] span[translate=no]:not([aria-hidden])').first().textContent()) ?? '';
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  await as(student, 'student', courseAddress('/lms/umk'));
  const visited = student.waitForResponse((answer) => answer.url().includes('/umk/visit') && answer.ok());
  await student.getByRole('button', { name: discipline }).first().click();
  await visited;

  await addMaterials(
    page,
    textFile('Свежая заметка.txt', 'Кыргыз тамгалары: ө ү ң. Гидроэлектростанция.'),
    'Глоссарий',
  );

  const row = materialRow(student, 'Свежая заметка');
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: 'Изменить материал' })).toHaveCount(0);
  await expect(row.getByText('новое'), 'new until it is opened').toBeVisible();
  await row.getByRole('button').first().click();
  await expect(student.getByRole('dialog').getByText('Кыргыз тамгалары: ө ү ң. Гидроэлектростанция.')).toBeVisible();
  await student.keyboard.press('Escape');
  await expect(student.getByRole('dialog')).toHaveCount(0);
  await expect(row.getByText('новое')).toHaveCount(0);
  await page.reload();
  await expect(materialRow(page, 'Свежая заметка').getByText('открыл 1')).toBeVisible();
  await textsRead(portal);
  await student.reload();
  await student.getByRole('searchbox', { name: 'Поиск по всем вашим дисциплинам' }).fill('гидроэлектростанция');
  await expect(student.getByRole('heading', { name: /^Найден/ })).toBeVisible();
  await student.locator('[data-found]', { hasText: 'Свежая заметка' }).click();
  await expect(student.getByRole('dialog').getByText('Гидроэлектростанция.')).toBeVisible();
  await student.keyboard.press('Escape');
  await student.getByRole('button', { name: 'Очистить поиск' }).click();
  await expect(row).toBeVisible();
  await other.close();
});

test('[UMK-04] a hostile web book opens without cookies, storage, the page around it or a call @also-phone', async ({
  page,
}) => {
  await as(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await materialDrawer(page);
  const zip = Buffer.from(zipSync({ 'index.html': strToU8(hostile) }));
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'Опасная книга.zip', mimeType: 'application/zip', buffer: zip });
  await drawer.getByRole('switch', { name: /Веб-книга/ }).check();
  await describeMaterial(drawer, 'Глоссарий');
  await saveDrawer(drawer);
  await materialRow(page, 'Опасная книга').getByRole('button').first().click();
  const said = page.frameLocator('iframe').locator('#said');
  await expect(said).toHaveText('cookie:SecurityError storage:SecurityError parent:SecurityError call:TypeError');
});
