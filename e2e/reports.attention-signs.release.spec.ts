import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Six marks of one journal, given by day and raised in the night to yesterday. */
async function changeAtNight(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`
    with taught as (
      select l.* from group_load l join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id
        and today() between c.starts_on and c.ends_on
      order by l.id desc limit 1),
    course as (
      insert into journal_course (year_id, term_id, semester_id, group_id, discipline_id, credits)
      select year_id, term_id, semester_id, group_id, discipline_id, credits from taught
      on conflict on constraint journal_course_unique do update set credits = excluded.credits returning id),
    days as (select (now() at time zone 'Asia/Bishkek')::date - 1 as night),
    col as (
      insert into journal_column (course_id, class_type_id, visit_date, times_count)
      select course.id, taught.class_type_id, night - 1, 8 from course, taught, days returning id),
    cell as (
      insert into journal_cell (column_id, student_id, subgroup, opened_by, teacher_id, visited, mark_id, made_at)
      select col.id, m.student_id, 0, t.teacher_id, t.teacher_id, true, 5, now() from col, taught t
      join group_membership m on m.group_id = t.group_id and m.ends_on is null order by m.student_id limit 6
      returning id, teacher_id)
    insert into journal_event (cell_id, action, mark_id, teacher_id, by_id, age_ms, at, made_at, held, hash)
    select cell.id, 'mark', x.mark, cell.teacher_id, cell.teacher_id, 0, x.at, x.at, true, ''
    from (values (3, interval '-14 hours'), (5, interval '70 minutes')) v (mark, since)
    cross join days cross join lateral (select v.mark, (night + v.since) at time zone 'Asia/Bishkek' as at) x
    cross join cell order by x.at`;
  await sql.end();
}

const worth = (page: Page, name = 'Стоит посмотреть') => page.getByRole('region', { name, exact: true });

test('[PEOPLE-08] what is worth a look has its evidence, and goes when it is explained @also-phone', async ({
  page,
  portal,
}) => {
  await changeAtNight(portal.databaseUrl);
  await signInAs(page, 'admin', '/lms/reports');
  const title = '6 оценок изменены ночью';
  const card = worth(page).getByRole('article', { name: title });
  await expect(card).toContainText('ночь на');
  await expect(card).toContainText('3 → 5');
  await expect(card).toContainText('01:10');
  await expect(card).toContainText('Ночью обычно');
  await expect(page.getByRole('main')).not.toContainText(/нарушени/i);
  await expectAccessible(page);

  await card.getByRole('button', { name: 'Показать' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row')).toHaveCount(7);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  for (const [language, name, there] of [
    ['kg', 'Карап көрүү керек', 'Түнкүсүн 6 баа өзгөртүлгөн'],
    ['en', 'Worth a look', '6 marks were changed at night'],
    ['ru', 'Стоит посмотреть', title],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: language, url: portal.url }]);
    await page.reload();
    await expect(worth(page, name).getByRole('article', { name: there })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expectAccessible(page);
  }

  await card.getByRole('button', { name: 'Есть объяснение' }).click();
  const keep = dialog.getByRole('button', { name: 'Сохранить объяснение' });
  await expect(keep).toBeDisabled();
  await dialog.getByLabel('Объяснение').fill('Была в отъезде, другой часовой пояс');
  await expectAccessible(page);
  await keep.click();
  await expect(page.getByText('Объяснение сохранено')).toBeVisible();
  await expect(card).toHaveCount(0);
  await worth(page)
    .getByRole('button', { name: /^Объяснено: \d/ })
    .click();
  await expect(dialog.getByRole('cell', { name: '«Была в отъезде, другой часовой пояс»' })).toBeVisible();
  await expectAccessible(page);
});
