import {
  chatContactList,
  chooseDiscipline,
  messageBubble,
  messageField,
  openChat,
  openOtherBrowserPage,
  pressMessageAction,
  sendText,
  studentName,
  teacherName,
} from './support/chat.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-05] [CHAT-07] [CHAT-11] messages, reads, edits and deletions reach the other side without reload, and each message is announced once @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await Promise.all([openChat(page, 'teacher', studentName), openChat(other, 'student', teacherName)]);
  // What is said to readers of the screen.
  await other.locator('[data-announced]').evaluate((region) => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) announced.push(node.textContent ?? '');
    }).observe(region, { childList: true, subtree: true });
  });
  const announcements = () => other.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
  await sendText(page, 'Живое сообщение');
  await expect(messageBubble(page, 'Живое сообщение')).toHaveCount(1);
  await expect(messageBubble(other, 'Живое сообщение')).toHaveCount(1);
  await expect(messageBubble(page, 'Живое сообщение')).toContainText('прочитано');
  await expect.poll(announcements).toEqual([expect.stringContaining('Живое сообщение')]);
  await sendText(page, 'Живое сообщение');
  await expect.poll(announcements).toHaveLength(2);

  await pressMessageAction(page, messageBubble(page, 'Живое сообщение').last(), 'Изменить');
  await messageField(page).fill('Исправленное сообщение');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(messageBubble(other, 'Исправленное сообщение')).toContainText('изменено');
  // An edit and a page of older messages are no news.
  await other.getByRole('log').evaluate((box) => box.scrollTo({ top: 0 }));
  await sendText(page, 'Последнее слово');
  await expect.poll(announcements).toHaveLength(3);
  expect((await announcements()).filter((text) => text.includes('Живое сообщение'))).toHaveLength(2);

  const mine = messageBubble(page, 'Исправленное сообщение');
  await pressMessageAction(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect(mine).toHaveCount(1);
  // Anything but result 1 leaves it in the list.
  const deletion = '**/api/chat/deletemessage.json';
  await page.route(deletion, (route) => route.fulfill({ json: { result: 0, error: null, data: [{ result: 0 }] } }));
  await pressMessageAction(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(mine).toHaveCount(1);
  await page.unroute(deletion);
  await pressMessageAction(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(mine).toHaveCount(0);
  await expect(messageBubble(other, 'Исправленное сообщение')).toHaveCount(0);
  await expect(messageBubble(other, 'Посмотрю сегодня').getByRole('button', { name: 'Удалить сообщение' })).toHaveCount(
    0,
  );
  await other.context().close();
});

test('[CHAT-02] [CHAT-04] [CHAT-08] [CHAT-09] pages of 20 without a jump; another contact clears; nothing says so', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const rows = page.locator('[data-id]');
  await expect(rows).not.toHaveCount(0);
  const before = await rows.count();
  expect(before).toBeLessThanOrEqual(40);
  const log = page.getByRole('log');
  const first = await rows.first().getAttribute('data-id');
  const place = page.locator(`[data-id="${first}"]`);
  await log.evaluate((box) => box.scrollTo({ top: 250 }));
  const top = (await place.boundingBox())?.y ?? 0;
  await expect(rows).not.toHaveCount(before);
  await expect.poll(async () => Math.abs(((await place.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  // Loading a page keeps the scroll position, so the top has to be reached again.
  await expect
    .poll(async () => {
      await log.evaluate((box) => box.scrollTo({ top: 0 }));
      return await page.getByText('Начало переписки').isVisible();
    })
    .toBe(true);
  // Only the messages scroll: nothing in them makes the page around them longer.
  expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(page.getByRole('button', { name: /^К новым/ })).toHaveCount(0);

  await chooseDiscipline(page, /^Веб-программирование/);
  await expect(page.getByText('Выберите переписку')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await chatContactList(page).getByRole('link').nth(1).click();
  await expect(page.getByText('Сообщений пока нет')).toBeVisible();
});
