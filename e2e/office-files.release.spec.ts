import { createDocx } from '../server/demo/book-files.ts';
import { createFakeConverter, type FakeConverter } from '../server/test/converter.ts';
import { expectAccessible } from './support/axe.ts';
import { addMaterials, bookCard, materialRow, openShelf } from './support/materials.ts';
import { conversionTimeout, downloadOpenFile, rtfFile } from './support/office-files.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

test.describe('with a converter', () => {
  let program: FakeConverter;
  let portal: Portal;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    program = await createFakeConverter();
    portal = await startPortal({ OFFICE_CONVERTER: program.path }, ['converting']);
  });
  test.afterAll(async () => {
    await portal.stop();
    await program.remove();
  });

  test('[WEAK-08] while pages are prepared the reader says so and offers the file; where there are none the list says it @both', async ({
    page,
  }) => {
    const isPhone = (page.viewportSize()?.width ?? 0) < 900;
    const name = isPhone ? 'Сынбас телефон' : 'Сынбас экран';
    await signInAs(page, 'teacher', courseAddress('/lms/umk'), portal.url);
    let held = true;
    await page.route('**/api/umk/pages.json', async (route) => {
      const body = { data: [{ state: 'coming', size: 0 }], error: null };
      await (held ? route.fulfill({ json: body }) : route.continue());
    });
    await addMaterials(page, rtfFile(`${name}.rtf`, `Refuse ${isPhone}`), 'Глоссарий');
    const row = materialRow(page, name);
    await row.getByRole('button').first().click();
    const reader = page.getByRole('dialog');
    await expect(reader.getByText(/Готовим страницы…/)).toBeVisible();
    await expectAccessible(page);
    expect(await downloadOpenFile(page)).toBe(`${name}.rtf`);
    held = false;
    await expect(reader.getByText('скачайте его, он откроется в Word', { exact: false })).toBeVisible(
      conversionTimeout,
    );
    await reader.getByRole('button', { name: 'Закрыть' }).click();
    await expect(row.getByText('откроется в Word')).toBeVisible();
    // The whole list at once: a row that a bar half covers is no smaller for that.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2000 });
    await expectAccessible(page);
  });

  test('[WEAK-08] an office file opens as pages as soon as they are ready, and is downloaded as it came @also-phone', async ({
    page,
  }) => {
    const isPhone = (page.viewportSize()?.width ?? 0) < 900;
    const name = isPhone ? 'Кол телефон' : 'Стол экран';
    await signInAs(page, 'teacher', courseAddress('/lms/umk'), portal.url);
    const words = `Pages:3 Say:${isPhone ? 'telefon' : 'ekran'}`;
    await addMaterials(page, rtfFile(`${name}.rtf`, words), 'Глоссарий');
    const row = materialRow(page, name);
    await expect(row).toBeVisible();
    await expect(row.getByText('откроется в')).toHaveCount(0);
    await row.getByRole('button').first().click();
    const reader = page.getByRole('dialog');
    const first = reader.getByRole('img', { name: 'Страница 1 из 3' });
    await expect(reader.getByText(/Готовим страницы…/).or(first)).toBeVisible();
    await expect(first).toBeVisible(conversionTimeout);
    await expect(reader.locator('[data-page="1"] canvas')).toBeVisible();
    await expectAccessible(page);
    expect(await downloadOpenFile(page)).toBe(`${name}.rtf`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
});

test('[WEAK-08] without a converter lists say before the tap which program opens a file @both', async ({ page }) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  const title = isPhone ? 'Телефон' : 'Экран';
  const chapters = [{ title: 'Бөлүм', paragraphs: ['Сөз'] }];
  const buffer = createDocx({ title, author: 'Автор', chapters });
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  await addMaterials(page, { name: `${title} документ.docx`, mimeType: '', buffer }, 'Глоссарий');
  const row = materialRow(page, `${title} документ`);
  await expect(row.getByText('откроется в Word')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await expectAccessible(page);
  await row.getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByText('он откроется в Word.', { exact: false })).toBeVisible();

  await page.goto('/lms/library');
  await page.getByRole('button', { name: 'Добавить книгу' }).click();
  const drawer = page.getByRole('dialog', { name: 'Новая книга' });
  const book = { name: `${title} китеп.rtf`, mimeType: 'application/rtf', buffer: Buffer.from('{\\rtf1 a}') };
  await drawer.locator('input[type=file]').setInputFiles(book);
  await drawer.getByLabel('Категория').selectOption({ label: 'Вестники' });
  await drawer.getByRole('button', { name: 'Сохранить' }).click();
  await expect(drawer).toBeHidden();
  await openShelf(page, 'Вестники');
  await expect(bookCard(page, `${title} китеп`).getByText('откроется в Word')).toBeVisible();
  await expectAccessible(page);
});
