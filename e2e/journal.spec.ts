import { expectAccessible } from './support/axe.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { addJournalColumn, expectAllSaved, gridCell, openPageAs } from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-08] [BASE-13] the table is worked with the keyboard as a spreadsheet, and a column is pasted @journey', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 5);
  await gridCell(page, 0, at).click();
  await page.keyboard.press('5');
  await expect(gridCell(page, 0, at)).toHaveText('5');
  await page.keyboard.press('Enter');
  await expect(gridCell(page, 1, at)).toBeFocused();
  await page.keyboard.press('n');
  await expect(gridCell(page, 1, at)).toHaveText('н/б');
  await expect(gridCell(page, 1, at)).toHaveAttribute('title', 'отсутствует');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('+');
  await expect(gridCell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('4');
  await page.keyboard.press('Escape');
  await expect(gridCell(page, 3, at)).not.toHaveAttribute('data-is');
  await page.keyboard.press('3');
  await page.keyboard.press('Delete');
  await expect(gridCell(page, 3, at)).toHaveText('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Tab');
  await expect(gridCell(page, 2, at - 1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(gridCell(page, 2, at)).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('Control+z');
  await expect(gridCell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await page.keyboard.press('Control+Home');
  await expect(gridCell(page, 0, 0)).toBeFocused();
  await page.keyboard.press('End');
  await expect(gridCell(page, 0, at)).toBeFocused();
  await page.keyboard.press('Control+End');
  const students = await page.locator('tr[data-r]').count();
  await expect(gridCell(page, students - 1, at)).toBeFocused();
  await page.keyboard.press('F2');
  const list = page.getByRole('menu');
  await expect(list).toBeVisible();
  await list.getByRole('menuitem', { name: '4', exact: true }).click();
  await expect(gridCell(page, students - 1, at)).toHaveText('4');
  await expectAllSaved(page);
  await page.reload();
  await expect(gridCell(page, 0, at)).toHaveText('5');
  await expect(gridCell(page, 1, at)).toHaveText('н/б');
  await expect(gridCell(page, students - 1, at)).toHaveText('4');

  const pasted = await addJournalColumn(page, 6);
  await gridCell(page, 0, pasted).click();
  await gridCell(page, 0, pasted).evaluate((target) => {
    const data = new DataTransfer();
    data.setData('text/plain', '5\r\nн\r\n\r\n+\r\nсемь\r\n3\r\n');
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(gridCell(page, 0, pasted)).toHaveText('5');
  await expect(gridCell(page, 1, pasted)).toHaveText('н/б');
  await expect(gridCell(page, 2, pasted)).not.toHaveAttribute('data-is');
  await expect(gridCell(page, 3, pasted)).toHaveAttribute('data-is', 'present');
  await expect(gridCell(page, 5, pasted)).toHaveText('3');
  await expect(page.getByText('Вставлено: 4, не понято: 1')).toBeAttached();
  await expectAllSaved(page);
});

test('[JRN-04] a student sees own entries, a new mark without reload, and its history @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  const student = await openPageAs(browser, baseURL, 'student', courseAddress('/lms/journal'));
  await expect(student.getByRole('region', { name: 'Семестр', exact: true })).toBeVisible();
  const teacher = page;
  await signInAs(teacher, 'teacher', courseAddress('/lms/journal'));
  const discipline = await teacher.locator('aside [aria-current="true"] [translate="no"]').first().textContent();
  await student
    .locator('aside button', { hasText: discipline ?? '' })
    .first()
    .click();
  await expect(student.getByRole('region', { name: 'Средняя оценка' })).toBeVisible();
  const records = student.locator('section li').filter({ has: student.locator('b') });
  await expect(records.first()).toBeVisible();

  const at = await addJournalColumn(teacher, 4);
  const row = teacher.locator('tr[data-r]', { hasText: 'Төлөгөнова Айгүл' });
  await row.locator(`td[data-c="${at}"]`).click();
  await teacher.keyboard.press('5');
  await expectAllSaved(teacher);
  const mark = student.getByRole('button', { name: /4-е за день.*5$/s });
  await expect(mark).toBeVisible();
  await teacher.keyboard.press('3');
  await expect(student.getByRole('button', { name: /4-е за день.*3$/s })).toBeVisible();
  await student.getByRole('button', { name: /4-е за день.*3$/s }).click();
  const history = student.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('действует');
  await student.keyboard.press('Escape');
  await expectAccessible(student);
  await student.context().close();
});

test('[JRN-08] [BASE-11] the table is accessible, in Kyrgyz too, and says when it cannot be loaded', async ({
  page,
  baseURL,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
  // No class type is cut, however long its name is, also where a column is beside the table.
  await page.setViewportSize({ width: 1180, height: 900 });
  await expect(page.getByRole('button', { name: 'Новая дата' })).toBeEnabled();
  await expect.poll(() => isFullyShown(page.getByRole('group', { name: 'Вид занятия' }))).toBe(true);
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  // The live line would have everything read again as soon as it stands.
  await page.route('**/api/live*', (route) => route.abort());
  await page.route('**/visitlog/sheet.json', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${courseAddress('/lms/journal')}&t=1`);
  await expect(page.getByRole('alert').getByText('Журнал жүктөлгөн жок')).toBeVisible();
  await page.unroute('**/visitlog/sheet.json');
  await page.getByRole('button', { name: 'Кайталоо' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(() => isFullyShown(page.getByRole('group', { name: 'Сабактын түрү' }))).toBe(true);
});

test('[JRN-12] [JRN-02] [JRN-01] a group is marked with the thumb, one tap each, on the narrowest phone too @phone', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
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
  // Undo takes one tap back, and is at the place of the tap.
  await page.getByRole('button', { name: 'Отменить действие' }).tap();
  await expect(line(0)).toContainText('н/б');
  await expect(line(0)).toHaveAttribute('aria-current', 'true');
  await expect(pad).toBeInViewport();
  await page.getByRole('button', { name: 'Все присутствуют' }).tap();
  await expect(state).toHaveText(/^отмечены (\d+) из \1 · отсутствуют 1$/);
  await expect(line(1)).toContainText('4');
  await expectAllSaved(page);
  await page.reload();
  await expect(state).toHaveText(/^отмечены (\d+) из \1 · отсутствуют 1$/);

  // Without a network the line says where it is, and that it goes later.
  await page.context().setOffline(true);
  await line(1).tap();
  await pad.getByRole('button', { name: '3', exact: true }).tap();
  const kept = page.getByText('сохранено в телефоне, уйдут позже: 1');
  await expect(kept).toBeVisible();
  expect(await isFullyShown(kept)).toBe(true);
  await page.context().setOffline(false);
  await expectAllSaved(page);
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
