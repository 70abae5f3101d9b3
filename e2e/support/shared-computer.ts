import type { Page } from '@playwright/test';
import postgres from 'postgres';
import {
  expectConversationShown,
  openChat,
  openContact,
  pendingMessages,
  readSentMessageTexts,
  sendText,
  studentName,
  teacherName,
} from './chat.ts';
import { courseAddress, type Login, signIn, signInOnSharedComputer } from './people.ts';
import type { Portal } from './portal.ts';
import { expect } from './test.ts';

/** What the pages call the student. */
export const sharedStudentName = 'Төлөгөнова Айгүл';

/** Ends every session of a person on the server, as another device, a block or the time does. */
export async function endSessions(databaseUrl: string, login: Login): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`delete from session where person_id in (select person_id from account where login = ${login})`;
  await sql.end();
}

/** Waits for the form that signs in. */
export const expectLoginForm = (page: Page) => expect(page.getByLabel('Логин')).toBeVisible();

/** Waits for a page that shows nobody: the form, or that there is no network. */
export const expectSignedOutPage = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(/Вход в портал|Нет связи с сервером/);

/**
 * Something of student2 is pending when the session ends; the teacher, who signs in there next, finds nothing and is notified
 * nothing, and student2 learns afterwards what was lost.
 */
export async function expectOwnerNotified(page: Page, portal: Portal, shared: boolean): Promise<void> {
  await openChat(page, 'student2', teacherName);
  await page.context().setOffline(true);
  await sendText(page, 'Не успело');
  await expect(pendingMessages(page)).toHaveCount(1);
  await endSessions(portal.databaseUrl, 'student2');
  await page.goto('about:blank');
  await page.context().setOffline(false);
  const signInHere = shared ? signInOnSharedComputer : signIn;
  await signInHere(page, 'teacher', courseAddress('/lms/chat'));
  await openContact(page, studentName);
  await expect(pendingMessages(page)).toHaveCount(0);
  await expect(page.getByText('вошёл другой человек')).toHaveCount(0);
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((done) => {
            const opening = indexedDB.open('bilim-outbox');
            opening.onsuccess = () => {
              const there = opening.result.objectStoreNames.contains('unsent');
              const all = there ? opening.result.transaction('unsent').objectStore('unsent').count() : null;
              opening.result.close();
              if (all) all.onsuccess = () => done(all.result);
              else done(0);
            };
          }),
      ),
    )
    .toBe(0);
  await page.goto('/lms/profile');
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expectLoginForm(page);

  await openChat(page, 'student2', teacherName);
  const notice = page.getByRole('status').filter({ hasText: 'вошёл другой человек' });
  await expect(notice).toContainText('записей: 1');
  await notice.getByRole('button', { name: 'Закрыть' }).click();
  expect(await readSentMessageTexts(page, 'Не успело')).toEqual([]);
  await page.reload();
  await expectConversationShown(page);
  await expect(notice).toHaveCount(0);
}

/** Who signs out without a network and closes the tab is signed out on the server when the portal is opened next. */
export async function expectSignedOutLater(page: Page, shared: boolean): Promise<void> {
  const context = page.context();
  const signInHere = shared ? signInOnSharedComputer : signIn;
  await signInHere(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  // The service worker's line is not cut at the same moment as the page's.
  await context.route('**/api/auth/logout.json', (route) => route.abort());
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expectSignedOutPage(page);
  const next = await context.newPage();
  await page.close();
  await context.setOffline(false);
  expect((await context.request.get('/api/discipline/current/ws.json')).status()).toBe(200);
  await context.unroute('**/api/auth/logout.json');
  await next.goto('/lms/login');
  await expectLoginForm(next);
  await expect.poll(async () => (await context.request.get('/api/discipline/current/ws.json')).status()).toBe(401);
  await expect.poll(async () => (await context.cookies()).map((one) => one.name)).not.toContain('left');
}
