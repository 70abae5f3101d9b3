import {
  chatContactList,
  expectConversationShown,
  groupName,
  inboxList,
  markConversationRead,
  messageBubble,
  messageField,
  openContact,
  openOtherBrowserPage,
  pendingMessages,
  sendText,
  studentName,
  teacherName,
} from './support/chat.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] all conversations in one list, latest first and live; a press opens one @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  const rows = inboxList(page).getByRole('link');
  await expect(rows.nth(3)).toBeVisible();
  await expect(page.getByText('Выберите переписку')).toBeVisible();
  const other = await openOtherBrowserPage(browser, baseURL);
  await signInAs(other, 'teacher', courseAddress('/lms/chat'));
  await openContact(other, studentName);
  await sendText(other, 'Самое новое сообщение');
  await expect(rows.first()).toContainText('Самое новое сообщение');
  await expect(rows.first()).toContainText(/\d+ нов/);
  await openContact(other, groupName);
  await sendText(other, 'Теперь группа новее');
  await expect(rows.first()).toContainText('Асанбаев Данияр: Теперь группа новее');
  await expect(rows.first()).toContainText(/группа ПИ-1-2\d/);
  const second = rows.nth(1);
  await expect(second).toContainText('Самое новое сообщение');
  await second.click();
  await expectConversationShown(page);
  await expect(messageBubble(page, 'Самое новое сообщение')).toBeVisible();
  await expect(second).toHaveAttribute('aria-current', /true|page/);
  await expect(second).not.toContainText(/\d+ нов/);
  await sendText(page, 'Ответ из списка');
  await expect(rows.first()).toContainText('Вы: Ответ из списка');
  await expect(rows.first()).toContainText('отправлено');
  await openContact(other, studentName);
  await expect(messageBubble(other, 'Ответ из списка')).toBeVisible();
  // It may be below others that wait, which other tests have left there.
  await markConversationRead(other);
  await expect(rows.first()).toContainText('прочитано');
  await other.context().close();
});

test('[TALK-06] what waits in a conversation that was never opened here is seen in the list and in it', async ({
  page,
}) => {
  await signInAs(page, 'student', courseAddress('/lms/chat'));
  await expect(chatContactList(page).getByRole('link', { name: teacherName })).toBeVisible();
  await page.route(/\/api\/chat\//, (route) => route.abort('connectionreset'));
  await chatContactList(page).getByRole('link', { name: teacherName }).click();
  await expect(messageField(page)).toBeVisible();
  await messageField(page).fill('Отправится потом');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(pendingMessages(page)).toContainText('Отправится потом');
  await page.goto('/lms/chat');
  const row = page.getByRole('link', { name: /отправляется: Отправится потом/ });
  await expect(row).toBeVisible();
  await row.click();
  await expect(pendingMessages(page)).toContainText('Отправится потом');
  await page.unroute(/\/api\/chat\//);
  // The pause before the next try is longer the more of them failed: a page that is opened tries at once.
  await page.reload();
  await expect(messageBubble(page, 'Отправится потом')).toHaveCount(1);
  await expect(inboxList(page).getByRole('link').first()).toContainText('Вы: Отправится потом');
});
