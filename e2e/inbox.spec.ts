import {
  bubble,
  choose,
  contactsOf,
  field,
  groupName,
  inboxOf,
  readAll,
  say,
  shown,
  someoneElse,
  studentName,
  teacherName,
  unsent,
} from './support/chat.ts';
import { as, inCourse } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] all conversations in one list, latest first and live; a press opens one @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'student', '/lms/chat');
  const rows = inboxOf(page).getByRole('link');
  await expect(rows.nth(3)).toBeVisible();
  await expect(page.getByText('Выберите переписку')).toBeVisible();
  const other = await someoneElse(browser, baseURL);
  await as(other, 'teacher', inCourse('/lms/chat'));
  await choose(other, studentName);
  await say(other, 'Самое новое сообщение');
  await expect(rows.first()).toContainText('Самое новое сообщение');
  await expect(rows.first()).toContainText(/\d+ нов/);
  await choose(other, groupName);
  await say(other, 'Теперь группа новее');
  await expect(rows.first()).toContainText('Асанбаев Данияр: Теперь группа новее');
  await expect(rows.first()).toContainText(/группа ПИ-1-2\d/);
  const second = rows.nth(1);
  await expect(second).toContainText('Самое новое сообщение');
  await second.click();
  await shown(page);
  await expect(bubble(page, 'Самое новое сообщение')).toBeVisible();
  await expect(second).toHaveAttribute('aria-current', /true|page/);
  await expect(second).not.toContainText(/\d+ нов/);
  await say(page, 'Ответ из списка');
  await expect(rows.first()).toContainText('Вы: Ответ из списка');
  await expect(rows.first()).toContainText('отправлено');
  await choose(other, studentName);
  await expect(bubble(other, 'Ответ из списка')).toBeVisible();
  // It may stand below others that wait, which other tests have left there.
  await readAll(other);
  await expect(rows.first()).toContainText('прочитано');
  await other.context().close();
});

test('[TALK-06] what waits in a conversation that was never opened here is seen in the list and in it', async ({
  page,
}) => {
  await as(page, 'student', inCourse('/lms/chat'));
  await expect(contactsOf(page).getByRole('link', { name: teacherName })).toBeVisible();
  await page.route(/\/api\/chat\//, (route) => route.abort('connectionreset'));
  await contactsOf(page).getByRole('link', { name: teacherName }).click();
  await expect(field(page)).toBeVisible();
  await field(page).fill('Отправится потом');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(unsent(page)).toContainText('Отправится потом');
  await page.goto('/lms/chat');
  const row = page.getByRole('link', { name: /отправляется: Отправится потом/ });
  await expect(row).toBeVisible();
  await row.click();
  await expect(unsent(page)).toContainText('Отправится потом');
  await page.unroute(/\/api\/chat\//);
  await expect(bubble(page, 'Отправится потом')).toHaveCount(1);
  await expect(inboxOf(page).getByRole('link').first()).toContainText('Вы: Отправится потом');
});
