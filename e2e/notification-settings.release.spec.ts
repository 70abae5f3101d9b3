import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { expectAccessible } from './support/axe.ts';
import { expectConversationShown, inboxList, sendText } from './support/chat.ts';
import { enterMark, markAllNoticesSeen, publishAnnouncement, signInWithoutBrowser } from './support/notices.ts';
import {
  deviceRows,
  enableDeviceButton,
  notificationSettingsPath,
  test,
  testDeviceName,
  topicCheckboxes,
} from './support/notification-settings.ts';
import { signInAs, signInOnSharedComputer } from './support/people.ts';
import { allowPush, readShownNotifications, SimulatedPush } from './support/push.ts';
import { expect } from './support/test.ts';
import { waitForServiceWorker } from './support/worker.ts';

const { 'notification-settings': notificationSettings } = callsByRoom;

test('[TOLD-01] a conversation that is read closes its notification @full', async ({ page, context, portal }) => {
  await allowPush(context);
  await signInAs(page, 'student', '/lms/chat');
  const border = await SimulatedPush.open(page);
  const row = inboxList(page).getByRole('link').first();
  const address = new URL((await row.getAttribute('href')) ?? '', portal.url);
  const talk = { title: 'Сообщение', body: '', url: address.pathname + address.search };
  await border.deliver({ ...talk, tag: 'c1' });
  await border.deliver({ ...talk, tag: 'c2', url: '/lms/chat?o=1' });
  await expect.poll(() => readShownNotifications(page)).toHaveLength(2);
  await row.click();
  await expectConversationShown(page);
  await expect.poll(() => readShownNotifications(page)).toEqual(['c2: Сообщение']);
});

test('[TOLD-03] what the server refuses comes back, and without a network it is read only', async ({
  page,
  context,
}) => {
  await signInAs(page, 'teacher', notificationSettingsPath);
  await expect(topicCheckboxes(page, 'Новости')).not.toBeChecked();
  await page.route('**/api/telling/choose.json', (route) => route.fulfill({ status: 500, body: '{}' }));
  await topicCheckboxes(page, 'Новости').click();
  await expect(page.getByRole('status').getByRole('button', { name: 'Закрыть' })).toBeVisible();
  await expect(topicCheckboxes(page, 'Новости')).not.toBeChecked();
  await page.unroute('**/api/telling/choose.json');
  await context.setOffline(true);
  await expect(page.getByText('настройки можно посмотреть, но не изменить')).toBeVisible();
  await expect(topicCheckboxes(page, 'Новости')).toBeDisabled();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(topicCheckboxes(page, 'Новости')).toBeEnabled();
});

test('[TOLD-01] it is offered once, after a message, and not again after a no @both @full', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await allowPush(context);
  await signInAs(page, 'student2', '/lms/chat');
  await waitForServiceWorker(page);
  const row = inboxList(page).getByRole('link').first();
  await row.click();
  await expectConversationShown(page);
  await sendText(page, 'Первое сообщение');
  await expect(enableDeviceButton(page)).toHaveCount(0);
  // Not at the first visit; from the next one on.
  await page.goto('/lms/chat');
  await expect(enableDeviceButton(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Не сейчас' }).click();
  await expect(enableDeviceButton(page)).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.locator('[data-notice], a').first()).toBeVisible();
  await expect(enableDeviceButton(page)).toHaveCount(0);

  // A shared computer is nobody's device.
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const shared = await elsewhere.newPage();
  await allowPush(elsewhere);
  await signInOnSharedComputer(shared, 'student2', notificationSettingsPath);
  await expect(topicCheckboxes(shared, 'Новости')).toBeVisible();
  await expect(enableDeviceButton(shared)).toHaveCount(0);
  await elsewhere.close();
});

test('[TOLD-01] it is offered beside a new mark on the start page, and switched on there @both @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  const student = await signInWithoutBrowser(portal, 'student');
  await markAllNoticesSeen(portal);
  await enterMark(portal, student.uid, { id_otsenka: 5, isVisited: true });
  await signInAs(page, 'student');
  await waitForServiceWorker(page);
  await expect(page.locator('a[data-notice]').first()).toBeVisible();
  await expect(enableDeviceButton(page)).toHaveCount(0);
  await page.reload();
  await enableDeviceButton(page).click();
  await expect(enableDeviceButton(page)).toHaveCount(0);
  await expect.poll(async () => (await student.get(notificationSettings.settings))[0]?.devices.length).toBe(1);
});

test('[TOLD-01] a browser that was denied permission says how to allow it @full', async ({ page, context }) => {
  await allowPush(context);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signInAs(page, 'student', notificationSettingsPath);
  await expect(page.getByText('откройте настройки сайта')).toBeVisible();
  await expect(enableDeviceButton(page)).toHaveCount(0);
  await expectAccessible(page);
});

test('[TOLD-01] a device is switched on by a tap, listed, and switched off @also-phone @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  await signInAs(page, 'student3', notificationSettingsPath);
  await waitForServiceWorker(page);
  await expect(
    page.getByRole('heading', { name: new RegExp(`Включить уведомления на этом ${testDeviceName}`) }),
  ).toBeVisible();
  await expect(deviceRows(page)).toHaveCount(0);
  await expectAccessible(page);
  await enableDeviceButton(page).click();
  await expect(deviceRows(page)).toHaveCount(1);
  await expect(deviceRows(page)).toContainText(new RegExp(`Этот ${testDeviceName}.*Chrome.*включено`));
  await expect(enableDeviceButton(page)).toHaveCount(0);
  await expectAccessible(page);
  await deviceRows(page).getByRole('button').click();
  await expect(deviceRows(page)).toHaveCount(0);
  await expect(enableDeviceButton(page)).toBeVisible();
  // The page shows it before the server knows.
  const student = await signInWithoutBrowser(portal, 'student3');
  await expect.poll(async () => (await student.get(notificationSettings.settings))[0]?.devices).toEqual([]);
  await page.reload();
  await expect(enableDeviceButton(page)).toBeVisible();
  await expect(deviceRows(page)).toHaveCount(0);
});

test('[TOLD-01] signing out gives the device up, and the same person has it back without a word @full', async ({
  page,
  context,
}) => {
  await allowPush(context);
  await signInAs(page, 'student', notificationSettingsPath);
  const border = await SimulatedPush.open(page);
  await enableDeviceButton(page).click();
  await expect(deviceRows(page)).toHaveCount(1);
  await border.deliver({ tag: 'digest', title: 'Оценки: 2', body: '', url: '/lms/notices' });
  await expect.poll(() => readShownNotifications(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  const given = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ? 'has' : 'none',
    );
  await expect.poll(given).toBe('none');
  expect(await readShownNotifications(page)).toEqual([]);
  await signInAs(page, 'student2', notificationSettingsPath);
  await expect(enableDeviceButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  await signInAs(page, 'student', notificationSettingsPath);
  await expect(deviceRows(page)).toHaveCount(1);
  await expect.poll(given).toBe('has');
});

test('[TOLD-01] a push shows once, its tap opens the thing, and seen in the page it closes @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  const student = await signInWithoutBrowser(portal, 'student2');
  await markAllNoticesSeen(portal);
  await signInAs(page, 'student2', notificationSettingsPath);
  // A push that comes before the worker stands is nobody's.
  await waitForServiceWorker(page);
  const border = await SimulatedPush.open(page);
  const item = await publishAnnouncement(portal, 'Зал закрыт');
  const [list] = await student.get(callsByRoom.notices.list, {});
  const id = list?.notices[0]?.id ?? 0;
  const news = { tag: `n${id}`, title: 'Объявление', body: 'Зал закрыт', url: `/lms/news?item=${item}` };
  await border.deliver(news);
  await expect.poll(() => readShownNotifications(page)).toEqual([`n${id}: Объявление`]);
  await border.deliver({ ...news, title: 'Объявление ещё раз' });
  await expect.poll(() => readShownNotifications(page)).toEqual([`n${id}: Объявление ещё раз`]);

  // The browser reports a tap to the worker; nothing of it is in a page.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as EventTarget & {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, about: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) return;
    const tap = new scope.NotificationEvent('notificationclick', { notification });
    // The worker may be kept awake by the browser's own events only.
    scope.dispatchEvent(Object.defineProperty(tap, 'waitUntil', { value: () => undefined }));
  });
  await expect(page.locator('article[aria-current="true"]', { hasText: 'Зал закрыт' })).toBeInViewport();
  await expect.poll(() => readShownNotifications(page)).toEqual([]);

  await markAllNoticesSeen(portal);
  await publishAnnouncement(portal, 'Зал открыт');
  const next = (await student.get(callsByRoom.notices.list, {}))[0]?.notices[0]?.id ?? 0;
  await border.deliver({ ...news, tag: `n${next}`, title: 'Зал' });
  await border.deliver({ ...news, tag: 'n1', title: 'Прочитано на другом устройстве' });
  await border.deliver({ ...news, tag: 'digest', title: 'Всё', over: ['n1'] });
  await expect.poll(() => readShownNotifications(page)).toHaveLength(2);
  await page.goto('/lms/notices');
  await page.locator(`a[data-notice="${next}"]`).click();
  await expect.poll(() => readShownNotifications(page)).toEqual([]);
});

test('[TOLD-03] what comes is chosen by boxes, quiet hours and switches, and stays chosen @also-phone', async ({
  page,
  context,
  portal,
}) => {
  await signInAs(page, 'student3', notificationSettingsPath);
  await expect(topicCheckboxes(page, 'Оценки и пропуски')).toBeChecked();
  await expect(topicCheckboxes(page, 'Новости')).not.toBeChecked();
  await topicCheckboxes(page, 'Новости').click();
  await expect(topicCheckboxes(page, 'Новости')).toBeChecked();
  await topicCheckboxes(page, 'Оценки и пропуски').click();
  const quiet = page.getByRole('switch', { name: /Не беспокоить ночью/ });
  await expect(quiet).toBeChecked();
  await page.getByLabel('С', { exact: true }).selectOption('23:30');
  const student = await signInWithoutBrowser(portal, 'student3');
  await expect
    .poll(async () => (await student.get(notificationSettings.settings))[0])
    .toMatchObject({ quietFrom: '23:30', push: expect.arrayContaining(['news']) });
  await page.reload();
  await expect(topicCheckboxes(page, 'Новости')).toBeChecked();
  await expect(topicCheckboxes(page, 'Оценки и пропуски')).not.toBeChecked();
  await expect(page.getByLabel('С', { exact: true })).toHaveValue('23:30');

  // Another tab sees it at once.
  const other = await context.newPage();
  await other.goto(notificationSettingsPath);
  await expect(topicCheckboxes(other, 'Новости')).toBeChecked();
  await quiet.click();
  await expect(page.getByLabel('С', { exact: true })).toHaveCount(0);
  await expect(other.getByLabel('С', { exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: /Отключить всё/ }).click();
  await expect(topicCheckboxes(page, 'Новости')).toBeDisabled();
  await expect(topicCheckboxes(other, 'Новости')).toBeDisabled();
  await expectAccessible(page);
  await student.get(notificationSettings.set, { isOff: false, isQuiet: true, quietFrom: '22:00' });
  await student.get(notificationSettings.choose, { topic: 'news', way: 'push', on: false });
  await student.get(notificationSettings.choose, { topic: 'marks', way: 'push', on: true });
});
