import { expectAccessible } from './support/axe.ts';
import { disciplineAddress } from './support/discipline.ts';
import {
  chooseSpeciality,
  fillMaterialForm,
  materialRow,
  openMaterialDrawer,
  saveDrawer,
  textFile,
} from './support/materials.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { freePort } from './support/portal.ts';
import { startProgramPortal } from './support/program-portal.ts';
import { expect, test } from './support/test.ts';
import { uploadAndOpenWebBook } from './support/umk.ts';

test('[SAFE-08] with BOOKS_URL a web book is read in the portal and lives at an origin of its own', async ({
  page,
}) => {
  const port = await freePort();
  const settings = {
    DEMO: 'small',
    PORT: `${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    BOOKS_URL: `http://localhost:${port}`,
  };
  const portal = await startProgramPortal(settings);
  await signInAs(page, 'teacher', courseAddress('/lms/umk'), portal.url);
  const address = await uploadAndOpenWebBook(page, 'Книга рядом');
  expect(new URL(address).origin).toBe(`http://localhost:${port}`);
  expect(
    (
      await page
        .context()
        .newPage()
        .then((tab) => tab.goto(`http://localhost:${port}/lms/login`))
    )?.status(),
  ).toBe(404);
  await portal.stop();
});

test('[UMK-02] on the phone the set of a discipline fits, dark and in Kyrgyz @phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/lms/login');
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: page.url() }]);
  await signInAs(page, 'student', courseAddress('/lms/umk'));
  await expect(page.getByRole('heading', { name: 'Материалдар', level: 1 })).toBeVisible();
  await expect(page.locator('[data-material], p').first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(wide).toBe(false);
  await expectAccessible(page);
});

test('[UMK-02] on the phone the line of a discipline that is chosen freely names its semester in whole words @phone', async ({
  page,
}) => {
  await signInAs(page, 'student', courseAddress('/lms/umk'));
  const bar = page.getByRole('button', { name: /Дисциплина · / });
  await expect(bar).toContainText('Дисциплина · 5-й семестр');
  await bar.click();
  await page.getByRole('dialog').getByText('Машинное обучение I').click();
  await expect(bar).toContainText('Дисциплина · осенний семестр');
});

for (const login of ['student', 'teacher'] as const)
  test(`[UMK-02] the room of a ${login} has the list of the discipline’s page, its first file on the first screen @phone`, async ({
    page,
  }) => {
    await signInAs(page, login, courseAddress('/lms/umk'));
    const rows = page.locator('[data-material]');
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
    const names = await rows.locator('b').allTextContents();
    await page.goto(disciplineAddress);
    await expect(rows.locator('b')).toHaveText(names);
    expect(new Set(names).size, 'each is named once').toBe(names.length);
  });

test('[UMK-03] on the phone a teacher’s row is no higher for what may be done with it: that is behind one button @phone', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await openMaterialDrawer(page);
  await drawer.locator('input[type=file]').setInputFiles(textFile('Заметка с телефона.txt', 'Коротко'));
  await fillMaterialForm(drawer, 'Глоссарий');
  await saveDrawer(drawer);
  const row = materialRow(page, 'Заметка с телефона');
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(90);
  const folded = (name: string) => row.getByRole('button', { name: `Действия: ${name}` });
  await folded('Заметка с телефона').click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Скачать/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Изменить материал' }).click();
  await page.getByRole('dialog').getByLabel('Название').fill('Переименована');
  await saveDrawer(page.getByRole('dialog'));
  const renamed = materialRow(page, 'Переименована');
  await renamed.getByRole('button', { name: 'Действия: Переименована' }).click();
  await page.getByRole('button', { name: 'Удалить материал' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(renamed).toHaveCount(0);
});

test('[SAFE-08] a web book opened by itself says where to read it, and its key ends with the session', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const address = await uploadAndOpenWebBook(page, 'Книга отдельно');
  const outsiderPage = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  expect((await outsiderPage.goto(address))?.status()).toBe(403);
  await expect(outsiderPage.getByText('Эта веб-книга открывается только в портале')).toBeVisible();
  await expect(outsiderPage.locator('#said')).toHaveCount(0);
  await outsiderPage.context().close();

  const file = `${new URL(address, page.url()).origin}${address}`;
  expect((await fetch(file)).status).toBe(200);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expect(page.getByLabel('Логин')).toBeVisible();
  await expect.poll(async () => (await fetch(file)).status).toBe(404);
});

test('no line of what is said about a material begins or ends with a dot @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const details = page.locator('[data-material] small');
  await expect(details.first()).toBeVisible();
  const [lines, faults] = await details.evaluateAll((all) => {
    const found = all.map((small) => {
      const words: { text: string; left: number; middle: number }[] = [];
      const walker = document.createTreeWalker(small, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = new Range();
          range.setStart(node, index);
          range.setEnd(node, index + text.length);
          const { left, width, top, bottom } = range.getBoundingClientRect();
          // What is left of its row is cut off.
          if (left + width / 2 > small.getBoundingClientRect().left)
            words.push({ text, left, middle: (top + bottom) / 2 });
        }
      const byLine = Map.groupBy(words, ({ middle }) => Math.round(middle / 6));
      return [...byLine.values()].map((line) =>
        line.sort((one, other) => one.left - other.left).map(({ text }) => text),
      );
    });
    const isDot = (word: string | undefined) => word === '·';
    const several = found.filter((lines) => lines.length > 1).flat();
    return [several.length, several.filter((line) => isDot(line[0]) || isDot(line.at(-1)))] as const;
  });
  expect(lines, 'a text of several lines').toBeGreaterThan(1);
  expect(faults).toEqual([]);
});

test('[UMK-01] [UMK-03] [UMK-06] a teacher adds several files at once, edits and deletes, and what the set misses is one press away @journey', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/umk'));
  const drawer = await openMaterialDrawer(page);
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
  await expect(first.locator('small').first()).toHaveText(/^\d+\sБ · глоссарий · ещё не открывали$/);

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
