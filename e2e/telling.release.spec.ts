import { everything } from '@bilim/contract/everything.ts';
import { expectAccessible } from './support/axe.ts';
import { come, enter, forgetNew } from './support/notices.ts';
import { as, signInShared } from './support/people.ts';
import { allowPush, PushBorder, shownNow } from './support/push.ts';
import { inboxOf, say, shown } from './support/talk.ts';
import { box, on, settings, test } from './support/telling.ts';
import { expect } from './support/test.ts';
import { workerReady } from './support/worker.ts';

const { telling } = everything;

test('[TOLD-01] a conversation that is read closes its notification @full', async ({ page, context, portal }) => {
  await allowPush(context);
  await as(page, 'student', '/lms/chat');
  const border = await PushBorder.open(page);
  const row = inboxOf(page).getByRole('link').first();
  const address = new URL((await row.getAttribute('href')) ?? '', portal.url);
  const talk = { title: 'Сообщение', body: '', url: address.pathname + address.search };
  await border.deliver({ ...talk, tag: 'c1' });
  await border.deliver({ ...talk, tag: 'c2', url: '/lms/chat?o=1' });
  await expect.poll(() => shownNow(page)).toHaveLength(2);
  await row.click();
  await shown(page);
  await expect.poll(() => shownNow(page)).toEqual(['c2: Сообщение']);
});

test('[TOLD-03] what the server refuses comes back, and without a network it is read only', async ({
  page,
  context,
}) => {
  await as(page, 'teacher', settings);
  await expect(box(page, 'Новости')).not.toBeChecked();
  await page.route('**/api/telling/choose.json', (route) => route.fulfill({ status: 500, body: '{}' }));
  await box(page, 'Новости').click();
  await expect(page.getByRole('status').getByRole('button', { name: 'Закрыть' })).toBeVisible();
  await expect(box(page, 'Новости')).not.toBeChecked();
  await page.unroute('**/api/telling/choose.json');
  await context.setOffline(true);
  await expect(page.getByText('настройки можно посмотреть, но не изменить')).toBeVisible();
  await expect(box(page, 'Новости')).toBeDisabled();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(box(page, 'Новости')).toBeEnabled();
});

test('[TOLD-01] it is offered once, after a message, and not again after a no @both @full', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await allowPush(context);
  await as(page, 'student2', '/lms/chat');
  await workerReady(page);
  const row = inboxOf(page).getByRole('link').first();
  await row.click();
  await shown(page);
  await say(page, 'Первое сообщение');
  await expect(on(page)).toHaveCount(0);
  // Not at the first visit; from the next one on.
  await page.goto('/lms/chat');
  await expect(on(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Не сейчас' }).click();
  await expect(on(page)).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(page.locator('[data-notice], a').first()).toBeVisible();
  await expect(on(page)).toHaveCount(0);

  // A shared computer is nobody's device.
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const shared = await elsewhere.newPage();
  await allowPush(elsewhere);
  await signInShared(shared, 'student2', settings);
  await expect(box(shared, 'Новости')).toBeVisible();
  await expect(on(shared)).toHaveCount(0);
  await elsewhere.close();
});

test('[TOLD-01] it is offered beside a new mark on the start page, and switched on there @both @full', async ({
  page,
  context,
  portal,
}) => {
  await allowPush(context);
  const student = await come(portal, 'student');
  await forgetNew(portal);
  await enter(portal, student.uid, { id_otsenka: 5, isVisited: true });
  await as(page, 'student');
  await workerReady(page);
  await expect(page.locator('a[data-notice]').first()).toBeVisible();
  await expect(on(page)).toHaveCount(0);
  await page.reload();
  await on(page).click();
  await expect(on(page)).toHaveCount(0);
  await expect.poll(async () => (await student.get(telling.settings))[0]?.devices.length).toBe(1);
});

test('[TOLD-01] a browser that was told no says how to allow it @full', async ({ page, context }) => {
  await allowPush(context);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await as(page, 'student', settings);
  await expect(page.getByText('откройте настройки сайта')).toBeVisible();
  await expect(on(page)).toHaveCount(0);
  await expectAccessible(page);
});
