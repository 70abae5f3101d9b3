import postgres from 'postgres';
import { createDuplicateAccount, createNamesakeTeacher } from '../server/test/factories/people.ts';
import { groupName, messageBubble, openContact, sendText } from './support/chat.ts';
import { disciplineAddress, pagePartTab } from './support/discipline.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { courseAddress, type Login, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-08] the office’s streams and a discipline’s people distinguish namesakes', async ({ page, ownPortal }) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const { login } = await createDuplicateAccount(sql, 'student');
  const [stream] = await sql<{ teacher: string; name: string }[]>`
    select s.teacher_id as teacher, p.surname as name from stream s join person p on p.id = s.teacher_id
    where s.closed_at is null and s.year_id = (select id from academic_year where is_default) order by s.id limit 1`;
  await createNamesakeTeacher(sql, Number(stream?.teacher));
  await sql.end();
  await signInAs(page, 'teacher', disciplineAddress, ownPortal.url);
  await pagePartTab(page, /^Люди · \d+/).click();
  await expect(page.getByRole('listitem').filter({ hasText: `, ${login}` })).toHaveCount(1);
  await page.context().clearCookies();
  await signInAs(page, 'admin', '/lms/office?part=streams', ownPortal.url);
  await page
    .getByRole('searchbox')
    .first()
    .fill(stream?.name ?? '');
  const row = page.getByRole('button', { name: new RegExp(`${stream?.name}.*, ${stream?.teacher}`) }).first();
  await expect(row).toBeVisible();
  await row.click();
  await expect(page.getByRole('dialog')).toContainText(`, ${stream?.teacher}`);
});

test('[TALK-03] authors of one name are distinguished in a group’s conversation, also where one is answered', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const people = await sql<{ number: string }[]>`
    update person p set surname = 'Төлөгөнова', name = 'Айгүл', patronymic = 'Азаматовна' from account a, student s
    where a.person_id = p.id and s.id = p.id and a.login in ('student', 'student2') returning s.number`;
  await sql.end();
  const open = async (login: Login) => {
    await signInAs(page, login, courseAddress('/lms/chat'), ownPortal.url);
    await openContact(page, groupName);
  };
  await open('student');
  await sendText(page, 'Пишет первая');
  await expect(messageBubble(page, 'Пишет первая')).toBeVisible();
  await open('student2');
  await messageBubble(page, 'Пишет первая').hover();
  await messageBubble(page, 'Пишет первая').getByRole('button', { name: 'Ответить' }).click();
  await sendText(page, 'Отвечает вторая');
  // Fellow students read no numbers: the group and a place in it.
  const quote = messageBubble(page, 'Отвечает вторая').getByRole('button', {
    name: /^Төлөгөнова Айгүл Азаматовна, ПИ-.*№ \d/,
  });
  await expect(quote).toBeVisible();
  await open('teacher');
  const authors = page.getByRole('log').getByText(/^Төлөгөнова Айгүл, \d+$/);
  await expect
    .poll(async () => [...new Set(await authors.allTextContents())].toSorted())
    .toEqual(people.map(({ number }) => `Төлөгөнова Айгүл, ${number}`).toSorted());
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => isFullyShown(messageBubble(page, 'Отвечает вторая').locator('b').first())).toBe(true);
});
