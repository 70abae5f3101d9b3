import type { Page } from '@playwright/test';
import {
  expectConversationShown,
  groupName,
  messageBubble,
  messageField,
  openChat,
  openContact,
  openOtherBrowserPage,
  pendingMessages,
  readSentMessageTexts,
  sendText,
  studentName,
  teacherName,
} from './support/chat.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';
import { expect, test } from './support/test.ts';

const insert = '**/api/chat/insert.json';

test('[CHAT-12] after the browser has thrown the store of pending ones away, the next one is kept over a reload again', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  await sendText(page, 'Перед чисткой');
  await expect(pendingMessages(page)).toHaveCount(0);
  const deleted = await page.evaluate(
    () =>
      new Promise<string>((done) => {
        const deleting = indexedDB.deleteDatabase('bilim-outbox');
        deleting.onsuccess = () => done('deleted');
        deleting.onblocked = () => done('held by an open connection');
      }),
  );
  expect(deleted).toBe('deleted');
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await sendText(page, 'После чистки');
  await expect(pendingMessages(page)).toHaveCount(1);
  await page.reload();
  await expect(pendingMessages(page)).toContainText('После чистки');
  await page.unroute('**/api/**');
  await expect(pendingMessages(page)).toHaveCount(0);
  await expect.poll(() => readSentMessageTexts(page, 'чист')).toEqual(['Перед чисткой', 'После чистки']);
});

test('[CHAT-12] a tab that is closed in the middle of sending, many times, loses and doubles nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const context = page.context();
  await openChat(page, 'student', groupName);
  const address = page.url();
  const expected: string[] = [];
  let tab = page;
  for (let round = 1; round <= 9; round++) {
    const text = `Закрытая вкладка ${round}`;
    expected.push(text);
    // At a different moment each time: when it is on disk, when the request goes out, when the answer is there.
    if (round % 3 === 1) await sendText(tab, text);
    else if (round % 3 === 2) await Promise.all([tab.waitForRequest(insert), sendText(tab, text)]);
    else {
      await sendText(tab, text);
      await expect(messageBubble(tab, text)).toHaveCount(1);
    }
    await tab.close({ runBeforeUnload: false });
    tab = await context.newPage();
    await tab.goto(address);
    await expectConversationShown(tab);
  }
  await expect.poll(() => readSentMessageTexts(tab, 'Закрытая вкладка')).toEqual(expected);
  await expect(pendingMessages(tab)).toHaveCount(0);
  const other = await openOtherBrowserPage(browser, baseURL);
  await openChat(other, 'student2', groupName);
  await expect.poll(() => readSentMessageTexts(other, 'Закрытая вкладка')).toEqual(expected);
  await other.context().close();
});

test('[CHAT-12] a network that cuts connections in the middle of replies loses and doubles nothing', async ({
  page,
  browser,
  portal,
}) => {
  test.slow();
  const proxy = await openTcpProxy(portal.url);
  const near = await openOtherBrowserPage(browser, proxy.url);
  const other = page;
  try {
    await Promise.all([openChat(near, 'student2', groupName), openChat(other, 'student', groupName)]);
    let sent = 0;
    // Of three times that a message goes out the reply of two is lost; the message itself always arrives.
    proxy.dropReply = (line) => line.includes('/api/chat/insert.json') && sent++ % 3 !== 2;
    const expected: string[] = [];
    for (let number = 1; number <= 5; number++) {
      expected.push(`Через плохую сеть ${number}`);
      await sendText(near, `Через плохую сеть ${number}`);
      // Reading and the live line break now and then too.
      if (number % 2) proxy.cutAll();
    }
    await expect.poll(() => readSentMessageTexts(near, 'Через плохую сеть'), { timeout: 90_000 }).toEqual(expected);
    await expect(pendingMessages(near)).toHaveCount(0);
    expect(sent).toBeGreaterThan(expected.length);
    await expect.poll(() => readSentMessageTexts(other, 'Через плохую сеть')).toEqual(expected);
    // The line comes back by itself.
    await sendText(other, 'Слышно ли после обрывов?');
    await expect(messageBubble(near, 'Слышно ли после обрывов?')).toHaveCount(1, { timeout: 60_000 });
  } finally {
    await near.context().close();
    await proxy.stop();
  }
});

test('[TALK-06] what waits is seen in a conversation whose messages cannot be loaded', async ({ page }) => {
  await openChat(page, 'student', groupName);
  const address = page.url();
  await page.route(/\/api\/chat\//, (route) => route.abort('connectionreset'));
  await messageField(page).fill('Ждёт отправки');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(pendingMessages(page)).toContainText('Ждёт отправки');
  await page.goto(address);
  await expect(page.getByText('Не удалось загрузить').first()).toBeVisible();
  // Every call of the room fails, and is tried again before the page goes on without it.
  await expect(pendingMessages(page)).toContainText('Ждёт отправки', { timeout: 30_000 });
});

test('[CHAT-12] what the server refuses stays with its reason, to send again or to let go', async ({ page }) => {
  await openChat(page, 'student', teacherName);
  await page.route(insert, (route) =>
    route.fulfill({
      status: 422,
      json: { result: 1, error: { code: 'chat.closed', message: 'Учебный год закончился.' }, data: null },
    }),
  );
  await sendText(page, 'Отклонённое одно');
  const refused = page.locator('[data-pending=failed]');
  await expect(refused).toContainText('не отправлено');
  await expect(page.getByText('Учебный год закончился.')).toBeVisible();
  await page.reload();
  await expectConversationShown(page);
  await expect(refused).toContainText('Отклонённое одно');
  await page.unroute(insert);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(messageBubble(page, 'Отклонённое одно')).toHaveCount(1);
  await expect(pendingMessages(page)).toHaveCount(0);
  await page.context().setOffline(true);
  await sendText(page, 'Не нужное больше');
  await page.getByRole('button', { name: 'Не отправлять' }).click();
  await expect(pendingMessages(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await page.reload();
  await expectConversationShown(page);
  await expect(messageBubble(page, 'Не нужное больше')).toHaveCount(0);
});

/** Presses "sign out" in the menu of the profile. */
async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Меню профиля' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
}

test('[CHAT-12] what is pending may not be kept by the browser, and is asked about before signing out', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => false;
  });
  await openChat(page, 'student', teacherName);
  const note = page.getByText('браузер не обещает его сохранить');
  await expect(note).toHaveCount(0);
  await page.context().setOffline(true);
  await sendText(page, 'Не успело уйти');
  await expect(note).toBeVisible();

  await askToLeave(page);
  const question = page.getByRole('alertdialog', { name: 'Есть неотправленное' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(question).toHaveCount(0);
  await expect(pendingMessages(page)).toHaveCount(1);

  await askToLeave(page);
  await question.getByRole('button', { name: 'Выйти' }).click();
  // Without a network the form is there if the page has had the time to load it ahead.
  await expect(page).toHaveURL(/\/lms\/(login|offline\?back=%2Flms%2Flogin)/);
  await page.context().setOffline(false);
  // The page leads there by itself, which would cut off what is opened beside.
  await expect(page.getByLabel('Логин')).toBeVisible();
  // Nothing of it is left for whoever comes next, and nothing was sent.
  await signInAs(page, 'teacher', courseAddress('/lms/chat'));
  await openContact(page, studentName);
  await expect(pendingMessages(page)).toHaveCount(0);
  await expect(messageBubble(page, 'Не успело уйти')).toHaveCount(0);
  await expect(messageField(page)).toHaveValue('');
});
