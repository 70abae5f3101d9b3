import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Browser, Locator, Page } from '@playwright/test';
import { signInWithoutBrowser } from './notices.ts';
import { courseAddress, type Login, signInAs } from './people.ts';
import type { Portal } from './portal.ts';
import { swipe } from './swipe.ts';
import { expect } from './test.ts';

const { chat, discipline } = callsByRoom;

/** People of the demo's chat, as the panel of contacts names them. */
export const studentName = 'Төлөгөнова Айгүл';
export const student2Name = 'Бакыт уулу Үсөн';
export const teacherName = /^Асанбаев\sД\.\sН\./;
export const groupName = 'Групповой чат';
export const officeName = 'Единое окно';

/** Opens the chat with a contact; the first discipline is one that the teacher and both students share. */
export async function openChat(page: Page, login: Login, contact: string | RegExp): Promise<void> {
  await signInAs(page, login, courseAddress('/lms/chat'));
  await openContact(page, contact);
}

/** The people of the discipline, as the chat lists them. */
export const chatContactList = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Список контактов' });

/** The own conversations, latest first. */
export const inboxList = (page: Page) => page.getByRole('list', { name: 'Список переписок' });

/** Opens the conversation with a contact of the discipline, and waits until its messages are there. */
export async function openContact(page: Page, contact: string | RegExp): Promise<void> {
  await chatContactList(page).getByRole('link', { name: contact }).click();
  await expectConversationShown(page);
}

/** Chooses the discipline whose contacts the chat lists. */
export async function chooseDiscipline(page: Page, discipline: RegExp): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Дисциплина/ })
    .click();
  await page.getByRole('dialog', { name: 'Дисциплина' }).getByRole('button', { name: discipline }).click();
}

/** Waits until a conversation stands: its messages and the line to write in. */
export async function expectConversationShown(page: Page): Promise<void> {
  await expect(messageField(page)).toBeVisible();
  await expect(page.getByRole('log').locator('ol')).toBeVisible();
}

/** Marks the open conversation as read, so that it opens at its newest message from then on. */
export async function markConversationRead(page: Page): Promise<void> {
  const mark = page.getByRole('button', { name: 'Отметить прочитанным' });
  // It came together with the messages, if there is anything to mark.
  if (await mark.isVisible()) await mark.click();
  await expect(mark).toHaveCount(0);
}

/** A page of another browser, in which nobody is signed in. */
export async function openOtherBrowserPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU', timezoneId: 'Asia/Bishkek' });
  return await context.newPage();
}

export const messageBubble = (page: Page, text: string) => page.locator('[data-id]', { hasText: text });
export const pendingMessages = (page: Page) => page.locator('[data-pending]');
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Сообщение' });

/** Does something with a message that is in its list of actions: under the mouse, or on the sheet of a phone. */
export async function pressMessageAction(page: Page, message: Locator, name: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'Действия с сообщением' }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Holds a finger on a message until its sheet is there; gives the sheet. */
export async function longPressMessage(page: Page, message: Locator): Promise<Locator> {
  const box = await message.locator('> :last-child').boundingBox();
  const touch = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 12 };
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [touch] });
  const sheet = page.getByRole('dialog', { name: 'Сообщение' });
  await expect(sheet).toBeVisible();
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await browser.detach();
  return sheet;
}

/** Moves a finger over a message to the right. */
export const swipeMessage = (page: Page, message: Locator): Promise<void> =>
  swipe(page, message.locator('> :last-child'), { x: 10, y: 12, right: 84 });

/** Sends a text; it is on disk when this ends, on its way or not. */
export async function sendText(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(messageField(page)).toHaveValue('');
}

/** Writes messages without a browser, in the course that the teacher shares with both students. */
export async function writeMessages(
  portal: Portal,
  from: Login,
  to: Login,
  messages: readonly string[],
): Promise<void> {
  const [writer, reader] = [await signInWithoutBrowser(portal, from), await signInWithoutBrowser(portal, to)];
  const [year] = await writer.get(discipline.currentYear);
  const [term] = await writer.get(discipline.currentTerm);
  const course = { year: year?.id_a_year, semester: term?.id_ws, discipline: 29, kredit: 5 };
  for (const message of messages)
    await writer.get(
      chat.insert,
      { ...course, currentContactId: reader.uid, IsGroupChat: false, message },
      { key: crypto.randomUUID() },
    );
}

/** The texts of the messages that the server has and that hold `part`, in the order of the page. */
export const readSentMessageTexts = (page: Page, part: string) =>
  page
    .locator('[data-id] span[translate=no]')
    .filter({ hasText: part })
    .evaluateAll((all) => all.map((one) => one.textContent));
