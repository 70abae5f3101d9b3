import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { openChat, pendingMessages, readSentMessageTexts, sendText, studentName, teacherName } from './support/chat.ts';
import { addJournalColumn, expectAllSaved, gridCell, openPageAs } from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('open pages announce work on the server; meanwhile nothing that was written is lost @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await signInAs(page, 'editor', '/lms/news', ownPortal.url);
  const form = page.getByRole('form', { name: 'Новое объявление' });
  const message = 'Завтра вход через северный корпус';
  await form.getByRole('textbox').fill(message);
  const reason = JSON.stringify({ ru: 'Новый сервер', kg: 'Жаңы сервер', en: 'A new server' });
  await sql`
    insert into maintenance (begins_at, ends_at, reason)
    values ('2026-11-23 22:00+06', '2026-11-23 23:30+06', ${reason}::text::jsonb)`;
  const planned = page.getByRole('status').filter({ hasText: 'Работы на сервере: сегодня, 22:00–23:30.' });
  await expect(planned).toContainText('Новый сервер');
  await expectAccessible(page);

  await sql`update maintenance set begins_at = '2026-11-23 13:00+06'`;
  await expect(page.getByText('На сервере идут работы примерно до 23:30')).toBeVisible();
  await form.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(page.getByText(/сейчас портал можно только читать/).first()).toBeVisible();
  await expect(form.getByRole('textbox')).toHaveValue(message);
  await expectAccessible(page);

  await sql`delete from maintenance`;
  await expect(page.getByText('На сервере идут работы примерно до 23:30')).toHaveCount(0);
  await form
    .getByRole('button', { name: /Опубликовать|Повторить/ })
    .first()
    .click();
  await expect(page.locator('article').first()).toContainText(message);
  await sql.end();
});

test('marks and messages that are written while work on the server goes on wait in the browser, also of a page that is reloaded, and arrive when it has ended', async ({
  page,
  browser,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await signInAs(page, 'teacher', courseAddress('/lms/journal'), ownPortal.url);
  const at = await addJournalColumn(page, 5);
  const student = await openPageAs(browser, ownPortal.url, 'student', courseAddress('/lms/chat'));
  await openChat(student, 'student', teacherName);
  const teacher = await openPageAs(browser, ownPortal.url, 'teacher', courseAddress('/lms/chat'));
  await openChat(teacher, 'teacher', studentName);

  await sql`insert into maintenance (begins_at) values ('2026-11-23 13:00+06')`;
  const works = (one: typeof page) => one.getByText('На сервере идут работы: портал можно только читать.');
  for (const one of [page, student, teacher]) await expect(works(one)).toBeVisible();
  await gridCell(page, 0, at).click();
  await page.keyboard.press('5');
  await expect(page.getByText('Ждёт конца работ: 1')).toBeVisible();
  await sendText(student, 'Написано во время работ');
  await expect(pendingMessages(student)).toHaveCount(1);
  await page.reload();
  await student.reload();
  await expect(gridCell(page, 0, at)).toHaveText('5');
  await expect(pendingMessages(student)).toHaveCount(1);

  await sql`delete from maintenance`;
  for (const one of [page, student, teacher]) await expect(works(one)).toHaveCount(0);
  await expectAllSaved(page);
  await expect(pendingMessages(student)).toHaveCount(0);
  await expect.poll(() => readSentMessageTexts(teacher, 'Написано во время')).toEqual(['Написано во время работ']);
  await sql.end();
  await page.reload();
  await expect(gridCell(page, 0, at)).toHaveText('5');
  for (const one of [student, teacher]) await one.context().close();
});
