import { everything } from '@bilim/contract/everything.ts';
import { expectAccessible } from './support/axe.ts';
import { come, forgetNew, publish } from './support/notices.ts';
import { as } from './support/people.ts';
import { allowPush, PushBorder, shownNow } from './support/push.ts';
import { box, device, devices, on, settings, test } from './support/telling.ts';
import { expect } from './support/test.ts';
import { workerReady } from './support/worker.ts';

const { telling } = everything;

test('[TOLD-01] a device is switched on by a tap, listed, and switched off @also-phone @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  await as(page, 'student', settings);
  await workerReady(page);
  await expect(page.getByRole('heading', { name: new RegExp(`Включить уведомления на этом ${device}`) })).toBeVisible();
  await expect(devices(page)).toHaveCount(0);
  await expectAccessible(page);
  await on(page).click();
  await expect(devices(page)).toHaveCount(1);
  await expect(devices(page)).toContainText(new RegExp(`Этот ${device}.*Chrome.*включено`));
  await expect(on(page)).toHaveCount(0);
  await expectAccessible(page);
  await devices(page).getByRole('button').click();
  await expect(devices(page)).toHaveCount(0);
  await expect(on(page)).toBeVisible();
  // The page shows it before the server knows.
  const student = await come(portal, 'student');
  await expect.poll(async () => (await student.get(telling.settings))[0]?.devices).toEqual([]);
  await page.reload();
  await expect(on(page)).toBeVisible();
  await expect(devices(page)).toHaveCount(0);
});

test('[TOLD-01] signing out gives the device up, and the same person has it back without a word @full', async ({
  page,
  context,
}) => {
  await allowPush(context);
  await as(page, 'student', settings);
  const border = await PushBorder.open(page);
  await on(page).click();
  await expect(devices(page)).toHaveCount(1);
  await border.deliver({ tag: 'digest', title: 'Оценки: 2', body: '', url: '/lms/notices' });
  await expect.poll(() => shownNow(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  const given = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ? 'has' : 'none',
    );
  await expect.poll(given).toBe('none');
  expect(await shownNow(page)).toEqual([]);
  await as(page, 'student2', settings);
  await expect(on(page)).toBeVisible();
  await page.getByRole('button', { name: 'Выйти', exact: true }).click();
  await page.waitForURL('**/lms/login**');
  await as(page, 'student', settings);
  await expect(devices(page)).toHaveCount(1);
  await expect.poll(given).toBe('has');
});

test('[TOLD-01] a push shows once, its tap opens the thing, and seen in the page it closes @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  const student = await come(portal, 'student2');
  await forgetNew(portal);
  await as(page, 'student2', settings);
  const border = await PushBorder.open(page);
  const item = await publish(portal, 'Зал закрыт');
  const [list] = await student.get(everything.notices.list, {});
  const id = list?.notices[0]?.id ?? 0;
  const news = { tag: `n${id}`, title: 'Объявление', body: 'Зал закрыт', url: `/lms/news?item=${item}` };
  await border.deliver(news);
  await expect.poll(() => shownNow(page)).toEqual([`n${id}: Объявление`]);
  await border.deliver({ ...news, title: 'Объявление ещё раз' });
  await expect.poll(() => shownNow(page)).toEqual([`n${id}: Объявление ещё раз`]);

  // The worker is told of a tap by the browser; nothing of it is in a page.
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
  await expect.poll(() => shownNow(page)).toEqual([]);

  await forgetNew(portal);
  await publish(portal, 'Зал открыт');
  const next = (await student.get(everything.notices.list, {}))[0]?.notices[0]?.id ?? 0;
  await border.deliver({ ...news, tag: `n${next}`, title: 'Зал' });
  await border.deliver({ ...news, tag: 'n1', title: 'Прочитано на другом устройстве' });
  await border.deliver({ ...news, tag: 'digest', title: 'Всё', over: ['n1'] });
  await expect.poll(() => shownNow(page)).toHaveLength(2);
  await page.goto('/lms/notices');
  await page.locator(`a[data-notice="${next}"]`).click();
  await expect.poll(() => shownNow(page)).toEqual([]);
});

test('[TOLD-03] what comes is chosen by boxes, quiet hours and switches, and stays chosen @also-phone', async ({
  page,
  context,
  portal,
}) => {
  await as(page, 'student3', settings);
  await expect(box(page, 'Оценки и пропуски')).toBeChecked();
  await expect(box(page, 'Новости')).not.toBeChecked();
  await box(page, 'Новости').click();
  await expect(box(page, 'Новости')).toBeChecked();
  await box(page, 'Оценки и пропуски').click();
  const quiet = page.getByRole('switch', { name: /Не беспокоить ночью/ });
  await expect(quiet).toBeChecked();
  await page.getByLabel('С', { exact: true }).selectOption('23:30');
  const student = await come(portal, 'student3');
  await expect
    .poll(async () => (await student.get(telling.settings))[0])
    .toMatchObject({ quietFrom: '23:30', push: expect.arrayContaining(['news']) });
  await page.reload();
  await expect(box(page, 'Новости')).toBeChecked();
  await expect(box(page, 'Оценки и пропуски')).not.toBeChecked();
  await expect(page.getByLabel('С', { exact: true })).toHaveValue('23:30');

  // Another tab sees it at once.
  const other = await context.newPage();
  await other.goto(settings);
  await expect(box(other, 'Новости')).toBeChecked();
  await quiet.click();
  await expect(page.getByLabel('С', { exact: true })).toHaveCount(0);
  await expect(other.getByLabel('С', { exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: /Отключить всё/ }).click();
  await expect(box(page, 'Новости')).toBeDisabled();
  await expect(box(other, 'Новости')).toBeDisabled();
  await expectAccessible(page);
  await student.get(telling.set, { isOff: false, isQuiet: true, quietFrom: '22:00' });
  await student.get(telling.choose, { topic: 'news', way: 'push', on: false });
  await student.get(telling.choose, { topic: 'marks', way: 'push', on: true });
});
