import { expectAccessible } from './support/axe.ts';
import { isWhole } from './support/cut.ts';
import { addColumn, cell, line, person, saved, tableOf } from './support/journal.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-08] [BASE-13] the table is worked with the keyboard as a spreadsheet, and a column is pasted @journey', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 5);
  await cell(page, 0, at).click();
  await page.keyboard.press('5');
  await expect(cell(page, 0, at)).toHaveText('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, at)).toBeFocused();
  await page.keyboard.press('n');
  await expect(cell(page, 1, at)).toHaveText('н/б');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('+');
  await expect(cell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('4');
  await page.keyboard.press('Escape');
  await expect(cell(page, 3, at)).not.toHaveAttribute('data-is');
  await page.keyboard.press('3');
  await page.keyboard.press('Delete');
  await expect(cell(page, 3, at)).toHaveText('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Tab');
  await expect(cell(page, 2, at - 1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell(page, 2, at)).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await page.keyboard.press('Control+Home');
  await expect(cell(page, 0, 0)).toBeFocused();
  await page.keyboard.press('End');
  await expect(cell(page, 0, at)).toBeFocused();
  await page.keyboard.press('Control+End');
  const students = await page.locator('tr[data-r]').count();
  await expect(cell(page, students - 1, at)).toBeFocused();
  await page.keyboard.press('F2');
  const list = page.getByRole('menu');
  await expect(list).toBeVisible();
  await list.getByRole('menuitem', { name: '4', exact: true }).click();
  await expect(cell(page, students - 1, at)).toHaveText('4');
  await saved(page);
  await page.reload();
  await expect(cell(page, 0, at)).toHaveText('5');
  await expect(cell(page, 1, at)).toHaveText('н/б');
  await expect(cell(page, students - 1, at)).toHaveText('4');

  const pasted = await addColumn(page, 6);
  await cell(page, 0, pasted).click();
  await cell(page, 0, pasted).evaluate((target) => {
    const data = new DataTransfer();
    data.setData('text/plain', '5\r\nн\r\n\r\n+\r\nсемь\r\n3\r\n');
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(cell(page, 0, pasted)).toHaveText('5');
  await expect(cell(page, 1, pasted)).toHaveText('н/б');
  await expect(cell(page, 2, pasted)).not.toHaveAttribute('data-is');
  await expect(cell(page, 3, pasted)).toHaveAttribute('data-is', 'present');
  await expect(cell(page, 5, pasted)).toHaveText('3');
  await expect(page.getByText('Вставлено: 4, не понято: 1')).toBeAttached();
  await saved(page);
});

test('[JRN-03] [JRN-01] the totals follow every key; a date without entries counts in no average and goes without a trace; closed days are no dates @journey', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 7);
  await cell(page, 0, at).click();
  await page.keyboard.press('5');
  const signs = await line(page, 0).locator('td[data-c]').allTextContents();
  const marks = signs.map(Number).filter((mark) => mark > 0);
  const sum = marks.reduce((all, mark) => all + mark, 0);
  const two = (value: number) => value.toFixed(2).replace('.', ',');
  const totals = line(page, 0).locator('td:not([data-c])');
  await expect(totals).toHaveText([
    String(signs.filter((sign) => sign === 'н/б').length),
    String(sum),
    two(Math.round((sum / signs.length) * 100) / 100),
    two(Math.round((sum / marks.length) * 100) / 100),
  ]);
  await page.keyboard.press('n');
  await expect(totals.first()).toHaveText(String(signs.filter((sign) => sign === 'н/б').length + 1));
  await expect(page.locator('tfoot td').nth(at)).toHaveText('1');
  await saved(page);

  const averages = () => page.locator('tr[data-r] td:not([data-c])').allTextContents();
  const before = await averages();
  const dates = await line(page, 0).locator('td[data-c]').count();
  const empty = await addColumn(page, 4, 4);
  expect(await averages()).toEqual(before);
  const deletions: string[] = [];
  page.on('request', (request) => /journal\/delete/.test(request.url()) && deletions.push(request.url()));
  await page
    .locator('thead th')
    .nth(empty + 1)
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(line(page, 0).locator('td[data-c]')).toHaveCount(dates);
  expect(deletions).toEqual([]);

  await page.getByRole('button', { name: 'Новая дата' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая дата' });
  const field = dialog.getByLabel('Дата', { exact: true });
  const day = (await field.inputValue()).split('.').reverse().join('-');
  await field.fill('2020-01-01');
  await expect(dialog.getByText('Этот день уже закрыт для изменений.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Добавить' })).toBeDisabled();
  // The first cell of a new date waits for a key.
  await field.fill(day);
  await dialog.getByRole('combobox', { name: 'Какое занятие в этот день' }).selectOption('8');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog).toBeHidden();
  const head = `${day.slice(8)}.${day.slice(5, 7)}8-я пара`;
  await expect(page.locator('thead th', { hasText: head })).toBeVisible();
  const heads = await page.locator('thead th').allTextContents();
  await expect(cell(page, 0, heads.indexOf(head) - 1)).toBeFocused();
});

test('[JRN-02] [JRN-05] [JRN-01] all present, subgroups, and deleting a column after confirmation', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 8);
  await cell(page, 0, at).click();
  await page.keyboard.press('n');
  const head = page
    .locator('thead th')
    .nth(at + 1)
    .getByRole('button');
  await head.click();
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(cell(page, 1, at)).toHaveAttribute('data-is', 'present');
  await expect(cell(page, 0, at)).toHaveText('н/б');
  await saved(page);

  await head.click();
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(cell(page, 1, at)).toHaveAttribute('data-is', 'present');
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  await question.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByText('Столбец удалён')).toBeVisible();
  await page.reload();
  await expect(line(page, 0).locator('td[data-c]')).toHaveCount(at);

  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Подгруппы' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подгруппы' });
  await dialog.getByRole('group').first().getByRole('button', { name: '2' }).click();
  await expect(dialog.getByRole('group').first().getByRole('button', { name: '2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Подгруппа', exact: true }).getByRole('button', { name: '2' }).click();
  await expect(page.locator('tr[data-r]')).toHaveCount(1);
});

test('[JRN-04] a student sees own entries, a new mark without reload, and its history @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  const student = await person(browser, baseURL, 'student', inCourse('/lms/journal'));
  await expect(student.getByRole('region', { name: 'Семестр', exact: true })).toBeVisible();
  const teacher = page;
  await as(teacher, 'teacher', inCourse('/lms/journal'));
  const discipline = await teacher.locator('aside [aria-current="true"] [translate="no"]').first().textContent();
  await student
    .locator('aside button', { hasText: discipline ?? '' })
    .first()
    .click();
  await expect(student.getByRole('region', { name: 'Средняя оценка' })).toBeVisible();
  const records = student.locator('section li').filter({ has: student.locator('b') });
  await expect(records.first()).toBeVisible();

  const at = await addColumn(teacher, 4);
  const row = teacher.locator('tr[data-r]', { hasText: 'Төлөгөнова Айгүл' });
  await row.locator(`td[data-c="${at}"]`).click();
  await teacher.keyboard.press('5');
  await saved(teacher);
  const mark = student.getByRole('button', { name: /4-я пара.*5$/s });
  await expect(mark).toBeVisible();
  await teacher.keyboard.press('3');
  await expect(student.getByRole('button', { name: /4-я пара.*3$/s })).toBeVisible();
  await student.getByRole('button', { name: /4-я пара.*3$/s }).click();
  const history = student.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('действует');
  await student.keyboard.press('Escape');
  await expectAccessible(student);
  await student.context().close();
});

test('[JRN-07] two screens that mark at once, one of them offline for a while, end the same', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 3);
  await cell(page, 0, at).click();
  await page.keyboard.press('5');
  await saved(page);
  const other = await person(browser, baseURL, 'teacher', inCourse('/lms/journal'));
  await expect(cell(other, 0, at)).toHaveText('5');

  // Replies are lost on the way: what was sent arrives, what was answered does not.
  let dropped = 0;
  await other.route('**/studentvisitupdate', async (route) => {
    if (dropped++ % 2) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.context().setOffline(true);
  await expect(page.getByText('Нет сети !!!')).toBeVisible();
  await cell(page, 1, at).click();
  for (const key of ['2', 'ArrowDown', 'n', 'ArrowDown', '3']) await page.keyboard.press(key);
  await expect(page.getByText('Ждёт сети: 3')).toBeVisible();
  await expect(cell(page, 1, at)).toHaveAttribute('data-state', 'waiting');
  await cell(other, 1, at).click();
  for (const key of ['4', 'ArrowDown', '+', 'ArrowDown', 'ArrowDown', '5']) await other.keyboard.press(key);
  await saved(other);
  await expect(other.locator('[data-state="waiting"]')).toHaveCount(0);
  await page.context().setOffline(false);
  await saved(page);

  // The other screen's entries were made later: they hold, and the one that gave way is told.
  await expect(page.getByText('уступила более поздней').first()).toBeVisible();
  await expect.poll(async () => (await tableOf(page)).join() === (await tableOf(other)).join()).toBe(true);
  await expect(cell(page, 1, at)).toHaveText('4');
  await expect(cell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await expect(cell(page, 3, at)).toHaveText('3');
  await expect(cell(other, 3, at)).toHaveText('3');
  await expect(cell(page, 4, at)).toHaveText('5');
  const here = await tableOf(page);
  await page.reload();
  await expect(cell(page, 1, at)).toHaveText('4');
  await expect.poll(() => tableOf(page)).toEqual(here);

  await cell(page, 1, at).dblclick();
  await page.getByRole('menuitem', { name: 'История записи' }).click();
  const history = page.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('уступила более поздней');
  await other.context().close();
});

test('[JRN-07] what was opened stays readable when the portal cannot be reached after a reload; entries wait; sign-out forgets it', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  const at = await addColumn(page, 7, 2);
  await cell(page, 0, at).press('4');
  await saved(page);
  const table = await tableOf(page);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const opening = indexedDB.open('bilim');
          opening.onsuccess = () => {
            const all = opening.result.transaction('kept').objectStore('kept').getAll();
            all.onsuccess = () => done(JSON.stringify(all.result).replaceAll('\\', ''));
            opening.result.close();
          };
        }),
    );
  // What is told to be saved is on disk already.
  expect(await kept()).toMatch(/\.7[^{]*{[^}]*"otsenka":"4"/);

  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(cell(page, 0, at)).toHaveText('4');
  expect(await tableOf(page)).toEqual(table);
  await cell(page, 1, at).press('5');
  await expect(cell(page, 1, at)).toHaveAttribute('data-state', 'waiting');
  await page.unroute('**/api/**');
  await expect(cell(page, 1, at)).not.toHaveAttribute('data-state');
  await expect(cell(page, 1, at)).toHaveText('5');
  await page.reload();
  await expect(cell(page, 1, at)).toHaveText('5');

  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).first().click();
  await page.waitForURL(/\/login/);
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(left).toEqual([]);
});

test('[JRN-08] [BASE-11] the table is accessible, in Kyrgyz too, and says when it cannot be loaded', async ({
  page,
  baseURL,
}) => {
  await as(page, 'teacher', inCourse('/lms/journal'));
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  // The live line would have everything read again as soon as it stands.
  await page.route('**/api/live*', (route) => route.abort());
  await page.route('**/visitlog/sheet.json', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${inCourse('/lms/journal')}&t=1`);
  await expect(page.getByRole('alert').getByText('Журнал жүктөлгөн жок')).toBeVisible();
  await page.unroute('**/visitlog/sheet.json');
  await page.getByRole('button', { name: 'Кайталоо' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('[JRN-12] [JRN-02] [JRN-01] a group is marked with the thumb, one tap each, on the narrowest phone too @phone', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await as(page, 'teacher', inCourse('/lms/journal'));
  const pad = page.getByRole('region', { name: 'Отметить' });
  for (const mark of ['1', '2', '3', '4', '5'])
    await expect(pad.getByRole('button', { name: mark, exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(pad).toBeInViewport();
  await page.getByRole('button', { name: /^Дата:/ }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Новая дата' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Новая дата' });
  await dialog.getByRole('combobox').selectOption('2');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(page.getByRole('button', { name: 'Дата: Сегодня · 2' })).toBeVisible();
  const lines = page.getByRole('main').getByRole('listitem');
  const line = (place: number) => lines.nth(place).getByRole('button');
  const state = page.getByText(/^отмечены \d+ из/);
  await expect(state).toHaveText(/^отмечены 0 из \d+ · отсутствуют 0$/);

  // [JRN-12] One tap each, and the next who is not marked comes by itself.
  await expect(line(0)).toHaveAttribute('aria-current', 'true');
  await pad.getByRole('button', { name: 'отсутствует' }).tap();
  await expect(line(0)).toContainText('н/б');
  await expect(line(1)).toHaveAttribute('aria-current', 'true');
  await pad.getByRole('button', { name: '4', exact: true }).tap();
  await expect(line(1)).toContainText('4');
  await pad.getByRole('button', { name: 'Присутствует' }).tap();
  await expect(line(2)).toContainText('присутствует');
  await expect(state).toHaveText(/^отмечены 3 из \d+ · отсутствуют 1$/);
  // A tap on a line goes there; from there on it is the next who is not marked again.
  await line(0).tap();
  await pad.getByRole('button', { name: '5', exact: true }).tap();
  await expect(line(3)).toHaveAttribute('aria-current', 'true');
  // Undo takes one tap back, and stands where it was made.
  await page.getByRole('button', { name: 'Отменить действие' }).tap();
  await expect(line(0)).toContainText('н/б');
  await expect(line(0)).toHaveAttribute('aria-current', 'true');
  await expect(pad).toBeInViewport();
  await page.getByRole('button', { name: 'Все присутствуют' }).tap();
  await expect(state).toHaveText(/^отмечены (\d+) из \1 · отсутствуют 1$/);
  await expect(line(1)).toContainText('4');
  await saved(page);
  await page.reload();
  await expect(state).toHaveText(/^отмечены (\d+) из \1 · отсутствуют 1$/);

  // Without a network the line says where it is, and that it goes later.
  await page.context().setOffline(true);
  await line(1).tap();
  await pad.getByRole('button', { name: '3', exact: true }).tap();
  const kept = page.getByText('сохранено в телефоне, уйдут позже: 1');
  await expect(kept).toBeVisible();
  expect(await isWhole(kept)).toBe(true);
  await page.context().setOffline(false);
  await saved(page);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: page.url() }]);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Белгилөө' })).toBeInViewport();
  // High enough that the pad cuts no line.
  await page.setViewportSize({ width: 390, height: 2000 });
  await expectAccessible(page);
});
