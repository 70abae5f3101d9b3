import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('work on the server is told to open pages; meanwhile nothing that was written is lost @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await as(page, 'editor', '/lms/news', ownPortal.url);
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
