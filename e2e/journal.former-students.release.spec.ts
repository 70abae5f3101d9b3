import postgres from 'postgres';
import { today } from './support/classes.ts';
import { gridRow, openPageAs } from './support/journal.ts';
import { enterMark, signInWithoutBrowser } from './support/notices.ts';
import { noticeRow, noticesPath } from './support/notices-page.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** The student goes to another group today; gives the name of the group before. */
async function moveToOtherGroup(sql: postgres.Sql, student: number): Promise<{ name: string } | undefined> {
  const [old] = await sql<{ group: number; name: string }[]>`
    update group_membership m set ends_on = ${today()} from study_group g
    where m.student_id = ${student} and m.ends_on is null and g.id = m.group_id
    returning m.group_id as group, g.name`;
  await sql`
    insert into group_membership (student_id, group_id, starts_on)
    select ${student}, g.id, ${today()} from study_group g join study_group mine on mine.id = ${old?.group ?? 0}
    where g.id <> mine.id order by abs(g.admission_year - mine.admission_year), g.id limit 1`;
  return old;
}

test('[JRN-11] a student who was moved finds the former courses as ended; in the teacher’s table the row is grey and takes no key @both', async ({
  page,
  browser,
  ownPortal,
}) => {
  const { uid } = await signInWithoutBrowser(ownPortal, 'student');
  await enterMark(ownPortal, uid, { id_otsenka: 5, isVisited: true });
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const old = await moveToOtherGroup(sql, uid);
  await sql.end();

  await signInAs(page, 'student', '/lms/journal', ownPortal.url);
  const isPhone = page.viewportSize()?.width === 390;
  const hint = page.getByRole('button', { name: /^Закончившиеся дисциплины: \d/ });
  const chosen = page.getByRole('button', { name: new RegExp(`прежняя группа ${old?.name}$`) });
  const ended = page.getByRole('region', { name: 'Закончились' }).getByRole('listitem').getByRole('button');
  const former = ended.filter({ hasText: /\d оцен/ }).first();
  const isOpen = () =>
    isPhone ? expect(chosen).toBeVisible() : expect(former).toHaveAttribute('aria-current', 'true');
  if (isPhone) await hint.click();
  await expect(former).toContainText(`прежняя группа ${old?.name}`);
  await expect(ended.first()).toBeInViewport();
  await former.click();
  await isOpen();
  await expect(page.getByText(`Вы больше не в группе ${old?.name}.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Средняя оценка' })).toBeVisible();
  await page.reload();
  await isOpen();
  await expect(page.getByRole('region', { name: 'По занятиям' })).toBeVisible();

  // The notice of an earlier mark leads there as well.
  await page.goto(`${ownPortal.url}${noticesPath}`);
  await noticeRow(page, 'Оценка 5').first().click();
  await page.waitForURL('**/lms/journal**');
  const opened = isPhone ? chosen : ended.and(page.locator('[aria-current="true"]'));
  await expect(opened).toContainText(`прежняя группа ${old?.name}`);
  await expect(page.getByText(`Вы больше не в группе ${old?.name}.`)).toBeVisible();
  await expect(page.locator('li[aria-current="true"]', { hasText: '5' })).toBeVisible();

  // A teacher marks line by line on the phone, and there is no line for who has left.
  if (isPhone) return;
  const teacher = await openPageAs(browser, ownPortal.url, 'teacher', courseAddress('/lms/journal'));
  const [, month, day] = today().split('-');
  const row = teacher.locator('tr[data-left]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`перешёл ${day}.${month}`);
  await expect(gridRow(teacher, 0)).toBeVisible();
  // The heading counts who is in the group now.
  const students = (await teacher.locator('tr[data-r]').count()) - 1;
  await expect(teacher.getByText(new RegExp(`· ${students} студент`))).toBeVisible();
  const sign = row.locator('td[data-c="0"]');
  const before = await sign.textContent();
  await sign.click();
  await teacher.keyboard.press('2');
  await expect(teacher.getByText('Студента здесь уже нет: записать нельзя')).toBeVisible();
  await expect(sign).toHaveText(before ?? '');
  await expect(sign).not.toHaveAttribute('data-state');
  await teacher.context().close();
});

test('[JRN-08] [JRN-11] of a namesake who left, the number and the note of leaving are whole beside a long name @both', async ({
  page,
  ownPortal,
}) => {
  const { uid } = await signInWithoutBrowser(ownPortal, 'student');
  await enterMark(ownPortal, uid, { id_otsenka: 5, isVisited: true });
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [namesake] = await sql<{ id: number; number: string }[]>`
    select s.id::int, s.number from group_membership own join group_membership other on other.group_id = own.group_id
    join student s on s.id = other.student_id
    where own.student_id = ${uid} and own.ends_on is null and other.ends_on is null and s.id <> ${uid} order by s.id limit 1`;
  await sql`
    update person set surname = 'Шамшидинова-Жумшудова', name = 'Александра', patronymic = 'Владимировна'
    where id in (${uid}, ${namesake?.id ?? 0})`;
  await moveToOtherGroup(sql, uid);
  const [student] = await sql<{ number: string }[]>`select number from student where id = ${uid}`;
  await sql.end();
  const [, month, day] = today().split('-');
  await signInAs(page, 'teacher', courseAddress('/lms/journal'), ownPortal.url);
  for (const [lang, moved] of [
    ['ru', 'перешёл'],
    ['kg', 'которулду'],
  ]) {
    await page.context().addCookies([{ name: 'lang', value: lang ?? '', url: ownPortal.url }]);
    await page.reload();
    const line = page.locator('li[data-left], div[data-left]');
    await expect(line).toContainText('Шамшидинова-Жумшудова');
    await line.scrollIntoViewIfNeeded();
    for (const text of [student?.number ?? '', `${moved} ${day}.${month}`])
      await expect.poll(() => line.evaluate(showsWhole, text), text).toBe(true);
    if (page.viewportSize()?.width !== 390) continue;
    await page
      .getByRole('listitem')
      .filter({ hasText: namesake?.number ?? '' })
      .getByRole('button')
      .click();
    const marked = page.locator('[aria-live=polite] b');
    await expect.poll(() => marked.evaluate(showsWhole, namesake?.number ?? '')).toBe(true);
  }
});

/** Whether a text of an element is drawn within every box around it that cuts off, up to the element. */
function showsWhole(line: Element, text: string): boolean {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const found = () => walker.currentNode.textContent?.indexOf(text) ?? -1;
  while (walker.nextNode()) if (found() >= 0) break;
  const start = found();
  if (start < 0) return false;
  const range = document.createRange();
  range.setStart(walker.currentNode, start);
  range.setEnd(walker.currentNode, start + text.length);
  const drawn = range.getBoundingClientRect();
  for (let box = walker.currentNode.parentElement; box; box = box === line ? null : box.parentElement) {
    if (getComputedStyle(box).overflow === 'visible' && box !== line) continue;
    const outer = box.getBoundingClientRect();
    if (drawn.right > outer.right + 1 || drawn.left < outer.left - 1 || drawn.bottom > outer.bottom + 1) return false;
  }
  return true;
}
