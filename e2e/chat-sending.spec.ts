import {
  openChat,
  openOtherBrowserPage,
  pendingMessages,
  readSentMessageTexts,
  sendText,
  studentName,
  teacherName,
} from './support/chat.ts';
import { expect, test } from './support/test.ts';

const insert = '**/api/chat/insert.json';

test('[CHAT-12] pending ones survive a lost network, a reload and dropped replies: all there, in order, none twice', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await Promise.all([openChat(page, 'student', teacherName), openChat(other, 'teacher', studentName)]);
  await page.context().setOffline(true);
  for (const number of [1, 2, 3]) await sendText(page, `Без сети ${number}`);
  await expect(pendingMessages(page)).toHaveCount(3);
  await expect(pendingMessages(page).first()).toContainText('ждёт сети');
  await page.context().setOffline(false);
  await expect(pendingMessages(page)).toHaveCount(0);
  await expect.poll(() => readSentMessageTexts(page, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);
  await expect.poll(() => readSentMessageTexts(other, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);

  // Every reply is lost the first time: the server has the message, the browser does not know.
  const dropped = new Set<string>();
  await page.route(insert, async (route) => {
    const key = route.request().headers()['idempotency-key'] ?? '';
    if (dropped.has(key)) return route.continue();
    dropped.add(key);
    await route.fetch();
    await route.abort('connectionreset');
  });
  for (const number of [1, 2]) await sendText(page, `Ответ пропал ${number}`);
  // The tab is reloaded in the middle of it.
  await expect.poll(() => dropped.size).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => readSentMessageTexts(page, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await expect(pendingMessages(page)).toHaveCount(0);
  await expect.poll(() => readSentMessageTexts(other, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await other.context().close();
});
