import { library } from '@bilim/contract/library.ts';
import { expect } from '@playwright/test';
import { createPdf } from '../../server/demo/book-files.ts';
import { TestClient } from '../../server/test/test-client.ts';
import { openHttpProxy } from '../support/http-proxy.ts';
import { courseAddress, type Login, passwords } from '../support/people.ts';
import type { Portal } from '../support/portal.ts';
import { type BrowserWindow, waitLimitMs } from './screen.ts';
import { test } from './test.ts';

/*
 * What people do most, in an engine that npm does not bring. Being offline is a machine that nothing answers at: the
 * browser believes that it has a network, as in a lecture hall whose line is dead.
 */
const poll = { timeout: waitLimitMs };

async function signIn(screen: BrowserWindow, origin: string, login: Login, path: string): Promise<void> {
  await screen.open(`${origin}/lms/login?to=${encodeURIComponent(path)}`);
  await screen.fill('input[autocomplete="username"]', login);
  await screen.fill('input[autocomplete="current-password"]', passwords[login]);
  await screen.keys('Enter');
  await expect.poll(() => screen.ask<string>('location.pathname'), poll).toBe(path.split('?')[0]);
}

/** Waits until the worker holds the whole build: from then on pages open without a network. */
const workerReady = (screen: BrowserWindow) =>
  expect
    .poll(() => screen.ask<string>('navigator.serviceWorker?.controller?.state ?? "none"'), poll)
    .toMatch(/^activat/);

test('[WEAK-05] sign-in: a wrong password is refused, the right one stays over a reload, signing out ends it', async ({
  portal,
  newScreen,
}) => {
  const screen = await newScreen();
  await screen.open(`${portal.url}/lms/login?to=/lms/profile`);
  await screen.fill('input[autocomplete="username"]', 'student');
  await screen.fill('input[autocomplete="current-password"]', 'Wrong123');
  await screen.keys('Enter');
  await screen.sees(['form', 'Неверное имя пользователя или пароль']);
  await signIn(screen, portal.url, 'student', '/lms/profile');
  await screen.sees(['h1', 'Төлөгөнова Айгүл']);
  await screen.reload();
  await screen.sees(['h1', 'Төлөгөнова Айгүл']);
  await screen.press(['main button', 'Выйти']);
  await screen.sees('input[autocomplete="current-password"]');
  await screen.open(`${portal.url}/lms/profile`);
  await screen.sees('input[autocomplete="current-password"]');
});

/** The text of a cell of the journal. */
const cellText = (screen: BrowserWindow, row: number, column: number) =>
  screen.ask<string>(`document.querySelector('tr[data-r="${row}"] td[data-c="${column}"]')?.textContent ?? ''`);

test('[WEAK-05] journal: marks made without a network are sent when it is back', async ({ portal, newScreen }) => {
  const line = await openHttpProxy(portal.url);
  const screen = await newScreen();
  await signIn(screen, line.url, 'teacher', courseAddress('/lms/journal'));
  await screen.press(['button', 'Новая дата']);
  await screen.choose('[role="dialog"] select', '7');
  await screen.press(['[role="dialog"] button', 'Добавить']);
  await screen.misses('[role="dialog"]');
  await screen.sees(['thead th', '7-я пара']);
  const heads = `[...document.querySelectorAll('thead th')].findIndex((head) => head.textContent.includes('7-я пара'))`;
  const at = (await screen.ask<number>(heads)) - 1;

  await line.close();
  await screen.press(`tr[data-r="0"] td[data-c="${at}"]`);
  await screen.keys('5', 'ArrowDown', 'n', 'ArrowDown', '3');
  await expect.poll(() => cellText(screen, 2, at), poll).toBe('3');
  await screen.sees(['p[data-state="waiting"]', 'Ждёт сети: 3']);
  await line.reopen();
  await screen.sees(['p[data-state="saved"]', 'Сохранено']);

  // Another window has nothing but what the server holds.
  const other = await newScreen();
  await signIn(other, portal.url, 'teacher', courseAddress('/lms/journal'));
  await other.sees(['thead th', '7-я пара']);
  const column = () => Promise.all([0, 1, 2].map((row) => cellText(other, row, at)));
  await expect.poll(column, poll).toEqual(['5', 'н/б', '3']);
  await line.close();
});

const say = async (screen: BrowserWindow, text: string) => {
  await screen.fill('form textarea', text);
  await screen.press('form button[type="submit"]');
  await expect.poll(() => screen.ask<string>(`document.querySelector('form textarea').value`), poll).toBe('');
};

const shownTexts = (screen: BrowserWindow, part: string) =>
  screen.ask<string[]>(
    `[...document.querySelectorAll('[data-id] span[translate=no]')].map((one) => one.textContent).filter((text) => text.includes('${part}'))`,
  );

test('[WEAK-05] chat: messages written without a network survive a reload, and are sent in order, none twice', async ({
  portal,
  newScreen,
}) => {
  const line = await openHttpProxy(portal.url);
  const screen = await newScreen();
  await signIn(screen, line.url, 'student', courseAddress('/lms/chat'));
  await screen.press(['main a', 'Асанбаев\u00a0Д.\u00a0Н.']);
  await screen.sees('[role="log"] ol');
  await workerReady(screen);
  await say(screen, 'Ещё на линии');
  await screen.misses('[data-pending]');

  await line.close();
  for (const number of [1, 2]) await say(screen, `Без линии ${number}`);
  await screen.sees(['[data-pending]', 'Без линии 2']);
  await screen.reload();
  await screen.sees(['[data-pending]', 'Без линии 1']);
  await say(screen, 'Без линии 3');
  await line.reopen();
  const all = [1, 2, 3].map((number) => `Без линии ${number}`);
  await expect.poll(() => shownTexts(screen, 'Без линии'), poll).toEqual(all);
  await screen.misses('[data-pending]');

  const other = await newScreen();
  await signIn(other, portal.url, 'teacher', courseAddress('/lms/chat'));
  await other.press(['main a', 'Төлөгөнова Айгүл']);
  await expect.poll(() => shownTexts(other, 'Без линии'), poll).toEqual(all);
  await line.close();
});

test('[WEAK-05] registration: a discipline is chosen, confirmed, and removed', async ({ portal, newScreen }) => {
  const screen = await newScreen();
  await signIn(screen, portal.url, 'student', '/lms/registration');
  await screen.sees(['main', '9 из 14 кредитов']);
  await screen.press(['h3 button', 'Социология I']);
  await screen.press(['section:has(button[aria-expanded="true"]) fieldset:last-of-type label', 'свободно']);
  await screen.sees(['main', '12 из 14 кредитов']);
  await screen.press(['button', 'Проверить и подтвердить']);
  await screen.press(['[role="dialog"] button', 'Подтвердить']);
  await screen.sees(['h2', '12 кредитов, 3 дисциплины']);
  await screen.reload();
  await screen.press(['main li button', 'Социология I']);
  await screen.press('button[aria-label="Удалить регистрацию: Социология I"]');
  await screen.press(['[role="alertdialog"] button', 'Удалить']);
  await screen.sees(['h2', '9 кредитов, 2 дисциплины']);
});

/** Has the teacher put a book of some pages into the library; gives its number and the address of its shelf. */
async function shelve(portal: Portal, name: string): Promise<{ id: number; shelf: string }> {
  const chapters = [1, 2].map((n) => ({ title: `${n}-бөлүм`, paragraphs: [`Сап ${n}: тоо көлөкөсү, өзөн, үңкүр`] }));
  const content = await createPdf({ title: name, author: 'Автор', chapters });
  const teacher = new TestClient(portal.url);
  await teacher.signIn('teacher', passwords.teacher);
  const category = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
  const book = { id_eBook: -1, isFromUmk: false, nameBook: name, author: 'Автор', id_bookCategory: category };
  const [made] = await teacher.get(library.save, book, { files: [{ name: `${name}.pdf`, content }] });
  return { id: made?.id_eBook ?? 0, shelf: `/lms/library?cat=${category}` };
}

/** How many points of a page's picture are not white. */
const inked = (screen: BrowserWindow, page: number) =>
  screen.ask<number>(`(() => {
    const surface = document.querySelector('[role="dialog"] [data-page="${page}"] canvas');
    if (!surface?.width) return 0;
    const { data } = surface.getContext('2d').getImageData(0, 0, surface.width, surface.height);
    return data.filter((value, at) => at % 4 === 0 && value < 128).length;
  })()`);

test('[WEAK-05] reading: a book shows its pages, their words, and opens where it was left', async ({
  portal,
  newScreen,
}) => {
  const { id, shelf } = await shelve(portal, 'Кыймылдаткыч');
  const screen = await newScreen();
  await signIn(screen, portal.url, 'student', shelf);
  const book = 'button[title="Кыймылдаткыч.pdf"]';
  await screen.press(book);
  await expect.poll(() => inked(screen, 1), poll).toBeGreaterThan(100);
  await screen.ask(`document.querySelector('[role="dialog"] [data-page="3"]').scrollIntoView()`);
  await expect.poll(() => inked(screen, 3), poll).toBeGreaterThan(100);
  await screen.sees(['[data-page="3"] span', 'Сап 2: тоо көлөкөсү']);
  await screen.sees(['[role="dialog"]', '3 из 3']);
  // Closed at once: the page is kept at the end, too.
  await screen.keys('Escape');
  await screen.misses('[role="dialog"]');
  const student = new TestClient(portal.url);
  await student.signIn('student', passwords.student);
  const kept = async () => (await student.get(library.place, { id_eBook: id, isFromUmk: false }))[0]?.page;
  await expect.poll(kept, poll).toBe(3);
  await screen.press(book);
  await screen.sees(['[role="dialog"]', '3 из 3']);
});
