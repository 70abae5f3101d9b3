import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { emptyStores, findFilesContaining, readBrowserStores } from './support/browser-storage.ts';
import { trackCalls } from './support/calls.ts';
import {
  inboxList,
  messageField,
  openChat,
  openContact,
  pendingMessages,
  readSentMessageTexts,
  sendText,
  teacherName,
} from './support/chat.ts';
import { installTestClock } from './support/clock.ts';
import { courseAddress, signIn, signInOnSharedComputer } from './support/people.ts';
import { listAccessibleRooms } from './support/rooms.ts';
import {
  endSessions,
  expectLoginForm,
  expectOwnerNotified,
  expectSignedOutLater,
  expectSignedOutPage,
  sharedStudentName,
} from './support/shared-computer.ts';
import { expect, test } from './support/test.ts';
import { waitForServiceWorker } from './support/worker.ts';

const rooms = ['', ...listAccessibleRooms('student').map((room) => room.path.slice(1))];

/** A browser with a profile on disk, as computers in a class have one; `close` keeps the profile. */
async function browserOn(folder: string, baseURL: string | undefined): Promise<BrowserContext> {
  const { launchOptions = {} } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL: baseURL ?? '',
    locale: 'ru-RU',
    timezoneId: 'Asia/Bishkek',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'allow',
  });
  await installTestClock(context);
  return context;
}

test('[SAFE-05] on a shared computer nothing of the person touches the disk, in any room, and without a network nobody is in @full', async ({
  baseURL,
}) => {
  // A walk over all rooms, in a browser that writes to the disk.
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'bilim-profile-'));
  let browser = await browserOn(folder, baseURL);
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    const settled = trackCalls(page);
    await signInOnSharedComputer(page, 'student', '/lms/profile');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
    await waitForServiceWorker(page);
    for (const room of rooms) {
      await page.goto(`/lms/${room}`);
      await expect(page.locator('#content')).toBeVisible();
      await settled();
      // Leaving a page writes what it had read, if anything does.
      expect(await readBrowserStores(page), room).toEqual(emptyStores);
    }
    await page.goto(courseAddress('/lms/chat'));
    await openContact(page, teacherName);
    await messageField(page).fill('Недописанное письмо');
    await page.reload();
    await expect(inboxList(page)).toBeVisible();
    expect(await readBrowserStores(page)).toEqual(emptyStores);

    await browser.close();
    const onDisk = (text: string) =>
      findFilesContaining(join(folder, 'Default'), text).filter((path) => !path.includes('History'));
    expect(onDisk(sharedStudentName)).toEqual([]);
    expect(onDisk('Недописанное письмо')).toEqual([]);

    browser = await browserOn(folder, baseURL);
    await browser.setOffline(true);
    const later = browser.pages()[0] ?? (await browser.newPage());
    await later.goto('/lms/profile');
    await expectSignedOutPage(later);
    await expect(later.getByText(sharedStudentName)).toHaveCount(0);
    expect(await readBrowserStores(later)).toEqual(emptyStores);
    await browser.setOffline(false);
    await later.goto('/lms/profile');
    await expectLoginForm(later);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[SAFE-05] another person who signs in with the box finds nothing and is shown nothing; the owner of the pending entries is notified', async ({
  page,
  portal,
}) => {
  await expectOwnerNotified(page, portal, true);
});

test('[SAFE-05] an ended session is removed from the browser at the next opening too', async ({ page, portal }) => {
  await signIn(page, 'student3', '/lms/profile');
  await expect.poll(async () => (await readBrowserStores(page)).databases).toContain('bilim');
  await page.goto('about:blank');
  await endSessions(portal.databaseUrl, 'student3');
  await page.goto('/lms/profile');
  await expectLoginForm(page);
  await expect.poll(() => readBrowserStores(page)).toEqual(emptyStores);
});

test('[SAFE-05] [AUTH-09] who signs out without a network and closes the tab is signed out at the next opening', async ({
  page,
}) => {
  await expectSignedOutLater(page, false);
});

test('[SAFE-05] a shared computer: many reloads of one tab leave the other one in', async ({ page, context }) => {
  await signInOnSharedComputer(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(second.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  // Each reload takes another token, of which the server keeps the last few.
  for (let count = 0; count < 7; count++) {
    await second.reload();
    await expect(second.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
});

test('[SAFE-05] [AUTH-09] who signs out while the server is unavailable is signed out when it is available again', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await context.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expectLoginForm(page);
  await context.unroute('**/api/**');
  await expect.poll(async () => (await context.request.get('/api/discipline/current/ws.json')).status()).toBe(401);
});

test('[SAFE-05] a shared computer: a reload and a second tab stay in, signing out in one ends both, a closed tab leaves no session', async ({
  page,
  context,
}) => {
  await signInOnSharedComputer(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(second.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await second.getByRole('button', { name: 'Выйти', exact: true }).click();
  await expectLoginForm(second);
  await expectLoginForm(page);
  expect(await readBrowserStores(page)).toEqual(emptyStores);

  await signInOnSharedComputer(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  const third = await context.newPage();
  await page.close();
  await second.close();
  const signOutReply = third.waitForResponse('**/api/auth/logout.json');
  await third.goto('/lms/profile');
  await expectLoginForm(third);
  expect((await signOutReply).status()).toBe(200);
  expect((await context.request.get('/api/discipline/current/ws.json')).status()).toBe(401);
});

test('[SAFE-05] a shared computer: without a network a reload shows nobody; what is pending is shown before leaving and removed with it', async ({
  page,
  context,
}) => {
  await signInOnSharedComputer(page, 'student', courseAddress('/lms/chat'));
  await openContact(page, teacherName);
  await context.setOffline(true);
  await sendText(page, 'С общего компьютера');
  await expect(pendingMessages(page)).toHaveCount(1);
  expect(await readBrowserStores(page)).toEqual(emptyStores);
  await page.getByRole('button', { name: 'Меню профиля' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  const question = page.getByRole('alertdialog', { name: 'Есть неотправленное' });
  await expect(question).toContainText('пропадут');
  await question.getByRole('button', { name: 'Выйти' }).click();
  await expectSignedOutPage(page);
  await context.setOffline(false);
  await signInOnSharedComputer(page, 'student', courseAddress('/lms/chat'));
  await openContact(page, teacherName);
  await expect(pendingMessages(page)).toHaveCount(0);
  expect(await readSentMessageTexts(page, 'С общего компьютера')).toEqual([]);
});

test('[SAFE-05] a session that ends elsewhere while two tabs have no network leaves nothing but pending entries, which are sent for the same person', async ({
  page,
  context,
  portal,
}) => {
  await openChat(page, 'student', teacherName);
  const second = await context.newPage();
  await second.goto('/lms/profile');
  await expect(second.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  await expect.poll(async () => (await readBrowserStores(page)).databases).toContain('bilim');
  await context.setOffline(true);
  await sendText(page, 'Пока сессия кончалась');
  await expect(pendingMessages(page)).toHaveCount(1);
  await endSessions(portal.databaseUrl, 'student');
  await context.setOffline(false);
  await expectLoginForm(page);
  await expectLoginForm(second);
  for (const tab of [page, second])
    await expect.poll(() => readBrowserStores(tab)).toEqual({ ...emptyStores, databases: ['bilim-outbox'] });
  await expect(page.getByText('Пока сессия кончалась')).toHaveCount(0);

  await second.close();
  await openChat(page, 'student', teacherName);
  await expect.poll(() => readSentMessageTexts(page, 'Пока сессия кончалась')).toEqual(['Пока сессия кончалась']);
  await expect(pendingMessages(page)).toHaveCount(0);
});

test('[SAFE-05] a tab of somebody else is reset when another person signs in beside it, and keeps nothing of the first', async ({
  page,
  context,
}) => {
  await signIn(page, 'student', '/lms/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sharedStudentName);
  const second = await context.newPage();
  await signInOnSharedComputer(second, 'student2', '/lms/apps');
  await expect(second.getByRole('heading', { name: 'Приложения' })).toBeVisible();
  await expect(page.getByText(sharedStudentName)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => readBrowserStores(page)).toEqual(emptyStores);
});

test('[SAFE-05] another person who signs in finds nothing and is shown nothing; the owner of the pending entries is notified', async ({
  page,
  portal,
}) => {
  await expectOwnerNotified(page, portal, false);
});

test('[SAFE-05] [AUTH-09] who signs out without a network on a shared computer and closes the tab is signed out at the next opening', async ({
  page,
}) => {
  await expectSignedOutLater(page, true);
});
