import postgres from 'postgres';
import { isFullyShown } from './support/fully-shown.ts';
import {
  addJournalColumn,
  expectAllSaved,
  gridCell,
  gridRow,
  openPageAs,
  readJournalRowTexts,
} from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-08] [JRN-07] a step is undone in the class type in which it was made, and nowhere else', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 5, 4);
  await gridCell(page, 0, at).press('4');
  await gridCell(page, 0, at).press('2');
  await expectAllSaved(page);
  const types = page.getByRole('group', { name: 'Вид занятия' });
  const [first, second] = await types.getByRole('button').allTextContents();
  await types.getByRole('button', { name: second ?? '?' }).click();
  await expect(types.getByRole('button', { name: second ?? '?' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('grid')).toBeVisible();
  const before = await readJournalRowTexts(page);
  const writes: string[] = [];
  page.on('request', (request) => /studentvisit/.test(request.url()) && writes.push(request.url()));
  await page.locator('td[data-c]').first().press('Control+z');
  await types.getByRole('button', { name: first ?? '?' }).click();
  await expect(gridCell(page, 0, at)).toHaveText('2');
  await gridCell(page, 0, at).press('Control+z');
  await expect(gridCell(page, 0, at)).toHaveText('4');
  await expectAllSaved(page);
  expect(writes).toHaveLength(1);
  await types.getByRole('button', { name: second ?? '?' }).click();
  await expect.poll(() => readJournalRowTexts(page)).toEqual(before);
});

test('[JRN-03] [JRN-01] the totals follow every key; a date without entries counts in no average and goes without a trace; closed days are no dates @journey', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 7);
  await gridCell(page, 0, at).click();
  await page.keyboard.press('5');
  const signs = await gridRow(page, 0).locator('td[data-c]').allTextContents();
  const marks = signs.map(Number).filter((mark) => mark > 0);
  const sum = marks.reduce((all, mark) => all + mark, 0);
  const two = (value: number) => value.toFixed(2).replace('.', ',');
  const totals = gridRow(page, 0).locator('td:not([data-c])');
  await expect(totals).toHaveText([
    String(signs.filter((sign) => sign === 'н/б').length),
    String(sum),
    two(Math.round((sum / signs.length) * 100) / 100),
    two(Math.round((sum / marks.length) * 100) / 100),
  ]);
  await page.keyboard.press('n');
  await expect(totals.first()).toHaveText(String(signs.filter((sign) => sign === 'н/б').length + 1));
  await expect(page.locator('tfoot td').nth(at)).toHaveText('1');
  await expectAllSaved(page);

  const averages = () => page.locator('tr[data-r] td:not([data-c])').allTextContents();
  const before = await averages();
  const dates = await gridRow(page, 0).locator('td[data-c]').count();
  const empty = await addJournalColumn(page, 6);
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
  await expect(gridRow(page, 0).locator('td[data-c]')).toHaveCount(dates);
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
  await expect(gridCell(page, 0, heads.indexOf(head) - 1)).toBeFocused();
});

test('[JRN-02] [JRN-05] [JRN-01] all present, subgroups, and deleting a column after confirmation', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 8);
  await gridCell(page, 0, at).click();
  await page.keyboard.press('n');
  const head = page
    .locator('thead th')
    .nth(at + 1)
    .getByRole('button');
  await head.click();
  await page.getByRole('button', { name: 'Все присутствуют' }).click();
  await expect(gridCell(page, 1, at)).toHaveAttribute('data-is', 'present');
  await expect(gridCell(page, 0, at)).toHaveText('н/б');
  await expectAllSaved(page);

  await head.click();
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(gridCell(page, 1, at)).toHaveAttribute('data-is', 'present');
  await page.getByRole('button', { name: 'Удалить столбец' }).click();
  await question.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByText('Столбец удалён')).toBeVisible();
  await page.reload();
  await expect(gridRow(page, 0).locator('td[data-c]')).toHaveCount(at);

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

test('[JRN-07] two screens that mark at once, one of them offline for a while, end the same', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 3);
  await gridCell(page, 0, at).click();
  await page.keyboard.press('5');
  await expectAllSaved(page);
  const other = await openPageAs(browser, baseURL, 'teacher', courseAddress('/lms/journal'));
  await expect(gridCell(other, 0, at)).toHaveText('5');

  // Replies are lost on the way: what was sent arrives, what was answered does not.
  let dropped = 0;
  await other.route('**/studentvisitupdate', async (route) => {
    if (dropped++ % 2) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.context().setOffline(true);
  await expect(page.getByText('Нет сети !!!')).toBeVisible();
  await gridCell(page, 1, at).click();
  for (const key of ['2', 'ArrowDown', 'n', 'ArrowDown', '3']) await page.keyboard.press(key);
  await expect(page.getByText('Ждёт сети: 3')).toBeVisible();
  await expect(gridCell(page, 1, at)).toHaveAttribute('data-state', 'waiting');
  await gridCell(other, 1, at).click();
  for (const key of ['4', 'ArrowDown', '+', 'ArrowDown', 'ArrowDown', '5']) await other.keyboard.press(key);
  await expectAllSaved(other);
  await expect(other.locator('[data-state="waiting"]')).toHaveCount(0);
  await page.context().setOffline(false);
  await expectAllSaved(page);

  // The other screen's entries were made later: they hold, and the page names the one that gave way.
  await expect(page.getByText('уступила более поздней').first()).toBeVisible();
  await expect
    .poll(async () => (await readJournalRowTexts(page)).join() === (await readJournalRowTexts(other)).join())
    .toBe(true);
  await expect(gridCell(page, 1, at)).toHaveText('4');
  await expect(gridCell(page, 2, at)).toHaveAttribute('data-is', 'present');
  await expect(gridCell(page, 3, at)).toHaveText('3');
  await expect(gridCell(other, 3, at)).toHaveText('3');
  await expect(gridCell(page, 4, at)).toHaveText('5');
  const here = await readJournalRowTexts(page);
  await page.reload();
  await expect(gridCell(page, 1, at)).toHaveText('4');
  await expect.poll(() => readJournalRowTexts(page)).toEqual(here);

  await gridCell(page, 1, at).dblclick();
  await page.getByRole('menuitem', { name: 'История записи' }).click();
  const history = page.getByRole('dialog', { name: 'История записи' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('уступила более поздней');
  await other.context().close();
});

test('[JRN-07] what was opened stays readable when the portal cannot be reached after a reload; entries wait; sign-out forgets it', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const at = await addJournalColumn(page, 7, 2);
  await gridCell(page, 0, at).press('4');
  await expectAllSaved(page);
  const table = await readJournalRowTexts(page);
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
  // What the page calls saved is on disk already.
  expect(await kept()).toMatch(/\.7[^{]*{[^}]*"otsenka":"4"/);

  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(gridCell(page, 0, at)).toHaveText('4');
  expect(await readJournalRowTexts(page)).toEqual(table);
  await gridCell(page, 1, at).press('5');
  await expect(gridCell(page, 1, at)).toHaveAttribute('data-state', 'waiting');
  await page.unroute('**/api/**');
  await expect(gridCell(page, 1, at)).not.toHaveAttribute('data-state');
  await expect(gridCell(page, 1, at)).toHaveText('5');
  await page.reload();
  await expect(gridCell(page, 1, at)).toHaveText('5');

  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).first().click();
  await page.waitForURL(/\/login/);
  const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(left).toEqual([]);
});

test('[JRN-08] [BASE-11] of a long surname nothing is seen beside the names @both', async ({ page, ownPortal }) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'), ownPortal.url);
  // Surnames of two parts, one without a hyphen, and namesakes, whom their numbers tell apart.
  await sql`
    update person p set surname = long.surname, name = 'Александра', patronymic = 'Владимировна'
    from (select m.student_id, row_number() over (partition by m.group_id order by m.student_id) as place
      from group_membership m where m.ends_on is null and m.group_id in (
        select l.group_id from group_load l join account a on a.person_id = l.teacher_id where a.login = 'teacher')) member
    join (values (1, 'Константинопольская-Преображенская'), (2, 'Шамшидинова-Жумшудова'), (3, 'Мамбетжунушалиева'),
      (4, 'Жумашымбаева'), (5, 'Жумашымбаева')) as long (place, surname) on long.place = member.place
    where p.id = member.student_id`;
  await sql.end();
  await page.reload();
  if (page.viewportSize()?.width === 390) {
    const lines = page
      .getByRole('listitem')
      .filter({ hasText: /Константинополь|Шамшидинова-|Мамбетжунуш|Жумашымбаева/ });
    await expect(lines).toHaveCount(5);
    for (const line of await lines.all()) expect(await isFullyShown(line.locator('button > span').first())).toBe(true);
    return;
  }
  const names = page.locator('tr[data-r] th');
  await expect(names.filter({ hasText: 'Константинопольская-Преображенская' })).toHaveCount(1);
  await expect(names.filter({ hasText: /Жумашым.*, \d+/ })).toHaveCount(2);
  // Letters that a row draws to the right of its box are beside what stays at the edge. Those of the portal may still come.
  const widestOverhang = () =>
    names.evaluateAll((heads) => {
      const range = document.createRange();
      return Math.max(
        ...heads.map((head) => {
          range.selectNodeContents(head);
          return range.getBoundingClientRect().right - head.getBoundingClientRect().right;
        }),
      );
    });
  await expect.poll(widestOverhang).toBeLessThanOrEqual(0);
});
