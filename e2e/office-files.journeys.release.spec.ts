import { type StandInConverter, standInConverter } from '../server/test/converter.ts';
import { expectAccessible } from './support/axe.ts';
import { addMaterials, rowOf } from './support/materials.ts';
import { download, patience, rtf } from './support/office-files.ts';
import { as, inCourse } from './support/people.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

let program: StandInConverter;
let portal: Portal;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  program = await standInConverter();
  portal = await startPortal({ OFFICE_CONVERTER: program.path }, ['converting']);
});
test.afterAll(async () => {
  await portal.stop();
  await program.remove();
});

test('[WEAK-08] an office file opens as pages as soon as they are ready, and is downloaded as it came @also-phone', async ({
  page,
}) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  const name = isPhone ? 'Кол телефон' : 'Стол экран';
  await as(page, 'teacher', inCourse('/lms/umk'), portal.url);
  const words = `Pages:3 Say:${isPhone ? 'telefon' : 'ekran'}`;
  await addMaterials(page, rtf(`${name}.rtf`, words), 'Глоссарий');
  const row = rowOf(page, name);
  await expect(row).toBeVisible();
  await expect(row.getByText('откроется в')).toHaveCount(0);
  await row.getByRole('button').first().click();
  const reader = page.getByRole('dialog');
  const first = reader.getByRole('img', { name: 'Страница 1 из 3' });
  await expect(reader.getByText(/Готовим страницы…/).or(first)).toBeVisible();
  await expect(first).toBeVisible(patience);
  await expect(reader.locator('[data-page="1"] canvas')).toBeVisible();
  await expectAccessible(page);
  expect(await download(page)).toBe(`${name}.rtf`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});
