import type { Page } from '@playwright/test';
import { as, inCourse } from './support/people.ts';
import {
  bubble,
  choose,
  field,
  openChat,
  say,
  shown,
  someoneElse,
  studentName,
  teacherName,
  textsOf,
  unsent,
} from './support/talk.ts';
import { expect, test } from './support/test.ts';

const insert = '**/api/chat/insert.json';

test('[CHAT-12] unsent ones survive a lost network, a reload and dropped replies: all there, in order, none twice', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'student', teacherName), openChat(other, 'teacher', studentName)]);
  await page.context().setOffline(true);
  for (const number of [1, 2, 3]) await say(page, `Без сети ${number}`);
  await expect(unsent(page)).toHaveCount(3);
  await expect(unsent(page).first()).toContainText('ждёт сети');
  await page.context().setOffline(false);
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => textsOf(page, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);
  await expect.poll(() => textsOf(other, 'Без сети')).toEqual(['Без сети 1', 'Без сети 2', 'Без сети 3']);

  // Every reply is lost the first time: the server has the message, the browser does not know.
  const dropped = new Set<string>();
  await page.route(insert, async (route) => {
    const key = route.request().headers()['idempotency-key'] ?? '';
    if (dropped.has(key)) return route.continue();
    dropped.add(key);
    await route.fetch();
    await route.abort('connectionreset');
  });
  for (const number of [1, 2]) await say(page, `Ответ пропал ${number}`);
  // The tab is reloaded in the middle of it.
  await expect.poll(() => dropped.size).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => textsOf(page, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await expect(unsent(page)).toHaveCount(0);
  await expect.poll(() => textsOf(other, 'Ответ пропал')).toEqual(['Ответ пропал 1', 'Ответ пропал 2']);
  await other.context().close();
});

test('[CHAT-12] what the server refuses stays with its reason, to send again or to let go', async ({ page }) => {
  await openChat(page, 'student', teacherName);
  await page.route(insert, (route) =>
    route.fulfill({
      status: 422,
      json: { result: 1, error: { code: 'chat.closed', message: 'Учебный год закончился.' }, data: null },
    }),
  );
  await say(page, 'Отклонённое одно');
  const refused = page.locator('[data-unsent=failed]');
  await expect(refused).toContainText('не отправлено');
  await expect(page.getByText('Учебный год закончился.')).toBeVisible();
  await page.reload();
  await shown(page);
  await expect(refused).toContainText('Отклонённое одно');
  await page.unroute(insert);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(bubble(page, 'Отклонённое одно')).toHaveCount(1);
  await expect(unsent(page)).toHaveCount(0);
  await page.context().setOffline(true);
  await say(page, 'Не нужное больше');
  await page.getByRole('button', { name: 'Не отправлять' }).click();
  await expect(unsent(page)).toHaveCount(0);
  await page.context().setOffline(false);
  await page.reload();
  await shown(page);
  await expect(bubble(page, 'Не нужное больше')).toHaveCount(0);
});

/** Presses "sign out" in the menu of the profile. */
async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Меню профиля' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
}

test('[CHAT-12] what is unsent may not be kept by the browser, and is asked about before signing out', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => false;
  });
  await openChat(page, 'student', teacherName);
  const note = page.getByText('браузер не обещает его сохранить');
  await expect(note).toHaveCount(0);
  await page.context().setOffline(true);
  await say(page, 'Не успело уйти');
  await expect(note).toBeVisible();

  await askToLeave(page);
  const question = page.getByRole('alertdialog', { name: 'Есть неотправленное' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(question).toHaveCount(0);
  await expect(unsent(page)).toHaveCount(1);

  await askToLeave(page);
  await question.getByRole('button', { name: 'Выйти' }).click();
  // Without a network the form stands where the page has had the time to load it ahead.
  await expect(page).toHaveURL(/\/lms\/(login|offline\?back=%2Flms%2Flogin)/);
  await page.context().setOffline(false);
  // The page leads there by itself, which would cut off what is opened beside.
  await expect(page.getByLabel('Логин')).toBeVisible();
  // Nothing of it is left for whoever comes next, and nothing was sent.
  await as(page, 'teacher', inCourse('/lms/chat'));
  await choose(page, studentName);
  await expect(unsent(page)).toHaveCount(0);
  await expect(bubble(page, 'Не успело уйти')).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
});
