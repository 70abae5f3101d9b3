import postgres from 'postgres';
import { today } from './support/classes.ts';
import { gridRowText, personPage } from './support/journal.ts';
import { enterMark, signInWithoutBrowser } from './support/notices.ts';
import { noticeRow, noticesPath } from './support/notices-page.ts';
import { as, courseAddress } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-11] a student who was moved finds the former courses as ended; in the teacher’s table the row is grey and takes no key @both', async ({
  page,
  browser,
  ownPortal,
}) => {
  const { uid } = await signInWithoutBrowser(ownPortal, 'student');
  await enterMark(ownPortal, uid, { id_otsenka: 5, isVisited: true });
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [old] = await sql<{ student: string; group: number; name: string }[]>`
    update group_membership m set ends_on = ${today()} from account a, study_group g
    where a.login = 'student' and m.student_id = a.person_id and m.ends_on is null and g.id = m.group_id
    returning m.student_id as student, m.group_id as group, g.name`;
  await sql`
    insert into group_membership (student_id, group_id, starts_on)
    select ${old?.student ?? 0}, g.id, ${today()} from study_group g join study_group mine on mine.id = ${old?.group ?? 0}
    where g.id <> mine.id order by abs(g.admission_year - mine.admission_year), g.id limit 1`;
  await sql`
    update person p set surname = 'Константинопольская', name = 'Александра', patronymic = 'Владимировна'
    where p.id = ${old?.student ?? 0} or p.id = (
      select min(m.student_id) from group_membership m where m.group_id = ${old?.group ?? 0} and m.ends_on is null)`;
  await sql.end();

  await as(page, 'student', '/lms/journal', ownPortal.url);
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
  const teacher = await personPage(browser, ownPortal.url, 'teacher', courseAddress('/lms/journal'));
  const [, month, day] = today().split('-');
  const row = teacher.locator('tr[data-left]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`перешёл ${day}.${month}`);
  await expect(gridRowText(teacher, 0)).toBeVisible();
  // Of a long name that a namesake has too, the name is cut and not the note.
  const edge = teacher.locator('div[data-left]');
  await expect(edge).toContainText(/…, \d+/);
  const isWhole = await edge.locator('small').evaluate((note) => {
    const [inner, outer] = [note, note.parentElement ?? note].map((one) => one.getBoundingClientRect());
    return note.scrollWidth <= note.clientWidth && (inner?.bottom ?? 1) <= (outer?.bottom ?? 0) + 1;
  });
  expect(isWhole).toBe(true);
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
