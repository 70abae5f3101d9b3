import { strToU8, zipSync } from 'fflate';
import { openPageAs } from './support/journal.ts';
import {
  addMaterials,
  extractTexts,
  fillMaterialForm,
  materialRow,
  openMaterialDrawer,
  saveDrawer,
  textFile,
} from './support/materials.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';
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

test('[UMK-02] [UMK-04] a student gets a new material at once, reads it inside the portal, which its teacher sees, and later finds it by its text @journey', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  await page.getByRole('button', { name: 'Добавить материал' }).waitFor();
  const discipline =
    (await page.locator('[aria-current=true] span[translate=no]:not([aria-hidden])').first().textContent()) ?? '';
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  await signInAs(student, 'student', courseAddress('/lms/umk'));
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
  await extractTexts(portal);
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

test('[BASE-09] [UMK-02] a material whose reply was lost is sent again with its file, and stands there once', async ({
  browser,
  portal,
}) => {
  const proxy = await openTcpProxy(portal.url);
  try {
    const page = await openPageAs(browser, proxy.url, 'teacher', courseAddress('/lms/umk'));
    const drawer = await openMaterialDrawer(page, textFile('Дважды посланное.txt', 'один раз'));
    await fillMaterialForm(drawer, 'Глоссарий');
    // The browser itself may send again what it got no answer for.
    proxy.dropReply = (line) => line.includes('/insertorupdateumk');
    await drawer.getByRole('button', { name: 'Сохранить' }).click();
    await expect(drawer.getByRole('alert').first()).toBeVisible();
    proxy.dropReply = () => false;
    const replayed = page.waitForResponse(async (reply) => 'idempotency-replayed' in (await reply.allHeaders()));
    await saveDrawer(drawer);
    await replayed;
    await page.reload();
    await expect(materialRow(page, 'Дважды посланное')).toHaveCount(1);
    await page.context().close();
  } finally {
    await proxy.stop();
  }
});

test('[UMK-04] a hostile web book opens without cookies, storage, the page around it or a call @also-phone', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await openMaterialDrawer(page);
  const zip = Buffer.from(zipSync({ 'index.html': strToU8(hostile) }));
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'Опасная книга.zip', mimeType: 'application/zip', buffer: zip });
  await drawer.getByRole('switch', { name: /Веб-книга/ }).check();
  await fillMaterialForm(drawer, 'Глоссарий');
  await saveDrawer(drawer);
  await materialRow(page, 'Опасная книга').getByRole('button').first().click();
  const result = page.frameLocator('iframe').locator('#said');
  await expect(result).toHaveText('cookie:SecurityError storage:SecurityError parent:SecurityError call:TypeError');
});
