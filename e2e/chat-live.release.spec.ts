import { trackCalls } from './support/calls.ts';
import {
  chooseDiscipline,
  expectConversationShown,
  groupName,
  inboxList,
  markConversationRead,
  messageBubble,
  messageField,
  openChat,
  openContact,
  openOtherBrowserPage,
  pressMessageAction,
  readSentMessageTexts,
  sendText,
  student2Name,
  teacherName,
  writeMessages,
} from './support/chat.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-11] an own message asks nothing more of a phone, one of somebody else what is new @phone', async ({
  page,
  portal,
}) => {
  const settled = trackCalls(page);
  await openChat(page, 'student', teacherName);
  // From then on the line stands, and what was read is known to be.
  await writeMessages(portal, 'teacher', 'student', ['Первое']);
  await expect(messageBubble(page, 'Первое')).toHaveCount(1);
  await markConversationRead(page);
  await settled();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofChat = () => asked.filter((path) => path.includes('/api/chat/')).map((path) => path.split('/').at(-1));
  for (const number of [1, 2, 3]) {
    await sendText(page, `Своё ${number}`);
    await expect(messageBubble(page, `Своё ${number}`)).toHaveCount(1);
  }
  // That the first one was read may be known only now.
  const sinceFirst = ofChat().slice(ofChat().indexOf('insert.json'));
  expect(sinceFirst).toEqual(['insert.json', 'insert.json', 'insert.json']);
  await writeMessages(portal, 'teacher', 'student', ['Чужое']);
  await expect(messageBubble(page, 'Чужое')).toHaveCount(1);
  expect(await readSentMessageTexts(page, 'Своё')).toEqual(['Своё 1', 'Своё 2', 'Своё 3']);
});

test('[CHAT-11] ten tabs of one browser: what is written in any tab or elsewhere is in each of them, once', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await openChat(page, 'student', groupName);
  const address = page.url();
  const tabs = [page];
  while (tabs.length < 10) {
    const tab = await page.context().newPage();
    await tab.goto(address);
    await expectConversationShown(tab);
    tabs.push(tab);
  }
  const all = async (text: string) => {
    for (const tab of tabs) await expect(messageBubble(tab, text)).toHaveCount(1);
  };
  const other = await openOtherBrowserPage(browser, baseURL);
  await openChat(other, 'teacher', groupName);
  await sendText(other, 'Во все десять вкладок');
  await all('Во все десять вкладок');
  await sendText(tabs[6] ?? page, 'Из седьмой вкладки');
  await all('Из седьмой вкладки');
  await expect(messageBubble(other, 'Из седьмой вкладки')).toHaveCount(1);
  // The first tab holds the line and the outbox; another takes over.
  await page.close();
  tabs.shift();
  await sendText(tabs[0] ?? page, 'После закрытой вкладки');
  await all('После закрытой вкладки');
  await sendText(other, 'И ещё раз всем');
  await all('И ещё раз всем');
  await other.context().close();
});

test('[CHAT-11] events that arrive while a conversation is being read, or before the stream is open, are not lost', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await openChat(other, 'teacher', student2Name);
  const gate = () => {
    let open = () => {};
    const passed = new Promise<void>((done) => {
      open = done;
    });
    return { open, passed };
  };
  await openChat(page, 'student2', teacherName);
  await markConversationRead(page);
  // The line waits until something has been said that the page, which is read before, cannot hold.
  const line = gate();
  await page.route('**/api/live*', async (route) => {
    await line.passed;
    await route.continue();
  });
  await page.reload();
  await expectConversationShown(page);
  await sendText(other, 'Прежде чем линия открылась');
  await expect(messageBubble(other, 'Прежде чем линия открылась')).toHaveCount(1);
  line.open();
  await expect(messageBubble(page, 'Прежде чем линия открылась')).toHaveCount(1);

  // The first reply is made before the message and arrives after its event.
  await chooseDiscipline(page, /^Базы данных 2/);
  await openContact(page, groupName);
  const read = gate();
  const messagesGate = gate();
  await page.route('**/api/chat/messages.json', async (route) => {
    const response = await route.fetch();
    read.open();
    await messagesGate.passed;
    await route.fulfill({ response });
  });
  // The line opens when the page has what it begins with; then another conversation is read for the first time.
  const opened = page.waitForResponse('**/api/live*');
  await page.reload();
  await opened;
  await inboxList(page).getByRole('link', { name: teacherName }).click();
  await read.passed;
  const renewed = page.waitForResponse('**/api/chat/unreadcontacts.json');
  await sendText(other, 'Пока открывалась переписка');
  await renewed;
  messagesGate.open();
  await expect(messageBubble(page, 'Пока открывалась переписка')).toHaveCount(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await other.context().close();
});

test('what comes in while the page is scrolled leaves the reader where they are', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await Promise.all([openChat(page, 'student2', teacherName), openChat(other, 'teacher', student2Name)]);
  // Its own words each time, should it be repeated in one portal.
  const round = test.info().repeatEachIndex;
  const long = `Длинное сообщение ${round}`;
  for (let number = 1; number <= 12; number++) await sendText(other, `${long}.${number}\n\n\n\nи его конец`);
  await expect(messageBubble(page, long)).toHaveCount(12);
  await markConversationRead(page);
  const log = page.getByRole('log');
  const left = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await log.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await expect.poll(left).toBeLessThan(2);
  // The browser tells of a scroll with the next frame, and a message may come before that: here it never tells.
  await page.evaluate(() => addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true }));
  const scrollTo = (text: string) =>
    log.evaluate((box, text) => {
      const mine = [...box.querySelectorAll('[data-id]')].find((one) => one.textContent.includes(text));
      box.scrollTop += (mine?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top - 40;
      return Math.round((mine?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top);
    }, text);
  const topOf = (text: string) =>
    messageBubble(page, text).evaluate((mine) => {
      const box = mine.closest('[role=log]');
      return Math.round(mine.getBoundingClientRect().top - (box?.getBoundingClientRect().top ?? 0));
    });
  // From the end upwards, then from there further up.
  for (const [read, fresh] of [
    [`${long}.6`, `Пришло при чтении шестого, ${round}`],
    [`${long}.3`, `Пришло при чтении третьего, ${round}`],
  ] as const) {
    const stood = await scrollTo(read);
    await sendText(other, fresh);
    await expect(messageBubble(page, fresh)).toHaveCount(1);
    expect(Math.abs((await topOf(read)) - stood), read).toBeLessThan(2);
  }
  await other.context().close();
});

test('[CHAT-11] after being offline everything missed is there once and in order, edits and deletions included', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await Promise.all([openChat(page, 'student2', teacherName), openChat(other, 'teacher', student2Name)]);
  await writeMessages(
    portal,
    'teacher',
    'student2',
    [1, 2, 3].map((number) => `Было до обрыва ${number}`),
  );
  await expect.poll(() => readSentMessageTexts(page, 'Было до обрыва')).toHaveLength(3);
  await page.context().setOffline(true);
  // More than one page of messages.
  const wanted = Array.from({ length: 22 }, (_, index) => `Пропущено ${index + 1}`);
  await writeMessages(portal, 'teacher', 'student2', wanted);
  await expect(messageBubble(other, 'Пропущено 22')).toHaveCount(1);
  const changed = messageBubble(other, 'Было до обрыва 2');
  await changed.scrollIntoViewIfNeeded();
  await pressMessageAction(other, changed, 'Изменить');
  await messageField(other).fill('Изменено за это время');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  const deletedMessage = messageBubble(other, 'Было до обрыва 3');
  await pressMessageAction(other, deletedMessage, 'Удалить сообщение');
  await other.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(deletedMessage).toHaveCount(0);

  await page.context().setOffline(false);
  await expect.poll(() => readSentMessageTexts(page, 'Пропущено')).toEqual(wanted);
  await expect(messageBubble(page, 'Изменено за это время')).toHaveCount(1);
  expect(await readSentMessageTexts(page, 'Было до обрыва')).toEqual(['Было до обрыва 1']);
  await other.context().close();
});
