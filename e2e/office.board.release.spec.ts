import postgres from 'postgres';
import { addToWaitingList } from '../server/test/factories/streams.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-09] [REG-07] beside the table stand open dates and limits; who is beyond theirs is a press away @both', async ({
  page,
  ownPortal,
  isMobile,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [term] = await sql<{ limit: number }[]>`
    with looked as (
      select w.year_id, w.term_id from registration_window w
      where w.closed_at is null and today() between w.starts_on and w.ends_on order by w.ends_on limit 1),
    own as (
      insert into credit_exception (student_id, year_id, term_id, credits)
      select a.person_id, l.year_id, l.term_id, case a.login when 'student' then 1 else 42 end
      from account a, looked l where a.login in ('student', 'student2', 'student3') on conflict do nothing)
    select c.credits::float as limit from credit_limit c join looked l on l.term_id = c.term_id`;
  await sql.end();
  await signInAs(page, 'admin', '/lms/office', ownPortal.url);
  const windows = page.getByRole('region', { name: 'Открытые сроки' });
  await expect(windows.getByRole('listitem').first()).toContainText(/до \d+ \S+/);
  await expect(windows.getByRole('progressbar', { name: /^выбрали всё \d+ из \d+$/ }).first()).toBeVisible();
  const limits = page.getByRole('region', { name: 'Предел кредитов' });
  await expect(limits.getByRole('listitem').first()).toContainText(`${term?.limit} в семестр`);
  await expect(limits.getByRole('listitem').filter({ hasText: 'До 42' })).toContainText('2 студента, поимённо');
  await expectAccessible(page);
  const parts = isMobile
    ? page.getByRole('combobox', { name: 'Разделы' }).getByRole('option')
    : page.getByRole('tablist', { name: 'Разделы' }).getByRole('tab');
  for (const part of [/^Места.*\d/, /^Сроки.*\d открыт/, /^По выбору.*\d/, /^Кредиты.*\d+ кр\.$/])
    await expect(parts.filter({ hasText: part })).toHaveCount(1);
  const [table, aside] = await Promise.all(
    [page.getByRole('main').locator('li button[aria-haspopup]').first(), windows].map((one) => one.boundingBox()),
  );
  if (isMobile) expect(aside?.y, 'below the table').toBeGreaterThan(table?.y ?? 0);
  else expect(aside?.x, 'beside the table').toBeGreaterThan((table?.x ?? 0) + (table?.width ?? 0));

  await limits.getByRole('button', { name: /^Показать/ }).click();
  await expect(page).toHaveURL(/part=limits/);
  await expect(page.getByRole('region', { name: 'Предел превышен' }).getByRole('listitem').first()).toContainText(
    'из 1 кр.',
  );
});

test('[REG-09] a full stream with a line offers seats at once, one that is nearly empty another stream', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [few] = await sql<{ id: number; name: string }[]>`
    update stream set capacity = 100 * taken, name = 'Поток 77' where id = (
      select s.id from stream s
      join registration_window w on (w.year_id, w.term_id) = (s.year_id, s.term_id) and w.closed_at is null
        and today() between w.starts_on and w.ends_on
      where s.closed_at is null and s.is_chosen and s.taken > 0
        and not exists (select from registration_waiting q where q.stream_id = s.id) order by s.id limit 1)
    returning id, name`;
  await sql`update stream set capacity = greatest(taken, 1), taken = greatest(taken, 1)
    where id in (select stream_id from registration_waiting)`;
  await signInAs(page, 'admin', '/lms/office?only=waiting', ownPortal.url);
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^Добавить места ?: / })
    .first()
    .click();
  await expect(dialog.getByRole('form', { name: 'Места' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${ownPortal.url}/lms/office?only=empty`);
  const merge = page.getByRole('button', { name: new RegExp(`^Объединить ?: .*, ${few?.name}$`) }).first();
  await merge.click();
  const end = dialog.getByRole('form', { name: 'Закрыть поток' });
  await expect(end).toBeVisible();
  await expect(end.getByText(/^В очереди/)).toHaveCount(0);
  // Who waits for a seat is named before, as the line goes with the stream.
  const [next] = await sql<{ id: number }[]>`
    select id::int from student where id not in (
      select r.student_id from registration r join stream s on s.discipline_id = r.discipline_id where s.id = ${few?.id ?? 0})
    order by id limit 1`;
  await addToWaitingList(sql, next?.id ?? 0, few?.id ?? 0);
  await sql.end();
  await page.reload();
  await merge.click();
  await expect(
    end.getByText('В очереди 1 студент: с закрытием потока он потеряет место в ней и получит уведомление.'),
  ).toBeVisible();
});

test('[REG-09] where entries forbid to close a stream, the form says so, and has no reason to write and no button', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [marked] = await sql<{ name: string }[]>`
    update stream set name = 'Поток 78' where id = (
      select s.id from stream s join journal_course j on j.stream_id = s.id
      join journal_column c on c.course_id = j.id join journal_cell x on x.column_id = c.id
      join academic_year y on y.id = s.year_id and y.is_default
      where s.closed_at is null and s.taken > 0 and (x.visited is not null or x.mark_id is not null) and not x.deleted order by s.id limit 1)
    returning name`;
  await sql.end();
  await signInAs(page, 'admin', '/lms/office?part=streams', ownPortal.url);
  await page.getByRole('searchbox', { name: 'Дисциплина, преподаватель или поток' }).fill(marked?.name ?? '?');
  await page
    .getByRole('button', { name: /Поток 78/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /^(Закрыть поток|Объединить)$/ })
    .first()
    .click();
  const form = dialog.getByRole('form', { name: 'Закрыть поток' });
  await expect(form).toContainText('уже есть записи: закрыть его нельзя');
  await expect(form.getByLabel('Основание')).toHaveCount(0);
  await expect(form.getByRole('button')).toHaveCount(0);
});
