import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { today } from './support/classes.ts';
import { as, inCourse } from './support/people.ts';
import { choose, contactsOf, field, teacherName } from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('a conversation of a past year is read, not written in', async ({ page, ownPortal }) => {
  await as(page, 'student', inCourse('/lms/chat'), ownPortal.url);
  await choose(page, teacherName);
  const address = new URL(page.url());
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [year] = await sql<{ id: number; term: number }[]>`
    select y.id, (select term_id from academic_calendar where starts_on <= ${today()} order by starts_on desc limit 1) as term
    from academic_year y where y.is_default`;
  address.searchParams.set('year', String(year?.id));
  address.searchParams.set('ws', String(year?.term));
  await sql`update academic_year set is_default = false`;
  await sql`insert into academic_year (id, label, is_default) values (${(year?.id ?? 0) + 1}, 'next', true)
    on conflict (id) do update set is_default = true`;
  await sql.end();
  await page.goto(address.href);
  await expect(page.getByText('Учебный год закончился, переписку можно только читать.')).toBeVisible();
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await page.locator('[data-id]').last().hover();
  await expect(page.getByRole('button', { name: 'Ответить' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Изменить' })).toHaveCount(0);
});

test('the phone: list, conversation without tabs, and back to the same place @phone', async ({ page }) => {
  await as(page, 'teacher', inCourse('/lms/chat'));
  const list = contactsOf(page);
  const last = list.getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const top = (await last.boundingBox())?.y ?? 0;
  await last.click();
  await expect(field(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(0);
  const isBack = async () => {
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
    await expect(last).toBeInViewport();
    await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  };
  await page.getByRole('button', { name: 'Назад' }).click();
  await isBack();
  await last.click();
  await expect(field(page)).toBeVisible();
  // The phone's own way back.
  await page.goBack();
  await isBack();
  await page.getByRole('button', { name: /^Дисциплина/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /кр\./ }).first()).toBeVisible();
});

test('axe finds nothing: kg, dark, phone @phone', async ({ page, baseURL }) => {
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url: baseURL ?? '' },
    { name: 'theme', value: 'dark', url: baseURL ?? '' },
  ]);
  await as(page, 'teacher', inCourse('/lms/chat'));
  await expect(page.getByRole('link', { name: 'Топтук чат' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Топтук чат' }).click();
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expectAccessible(page);
});
