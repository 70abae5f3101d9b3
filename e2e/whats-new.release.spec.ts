import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { writeMessages } from './support/chat.ts';
import { markAllNoticesSeen, publishAnnouncement, signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { markAllMessagesRead, whatsNewList, whatsNewRow } from './support/whats-new.ts';

test('[NOW-01] an open registration stands last with its bar until everything is chosen @also-phone', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'student');
  const period = whatsNewRow(page, /^Регистрация до .* выбрано [\d,]+ из [\d,]+ кредитов/);
  await expect(period).toBeVisible();
  await expect(whatsNewList(page).getByRole('listitem').last()).toContainText('Регистрация до');
  const bar = period.locator('progress');
  expect(await bar.evaluate((one: HTMLProgressElement) => one.value < one.max)).toBe(true);
  await expectAccessible(page);
  await period.click();
  await expect(page).toHaveURL(/\/lms\/registration\?.*rs=5/);
  // Somebody else's faculty registers at another time.
  const other = await page.context().browser()?.newContext();
  const outsiderPage = await other?.newPage();
  if (!outsiderPage) throw new Error('no second browser');
  await publishAnnouncement(portal, 'Для всех');
  await signInAs(outsiderPage, 'student3', '/lms', portal.url);
  await expect(whatsNewRow(outsiderPage, 'Для всех')).toBeVisible();
  await expect(outsiderPage.getByText('Регистрация до')).toHaveCount(0);
  await other?.close();
});

test('[NOW-01] by keys: N goes to what is new, arrows along its column, E notes it as seen; all of them can be switched off', async ({
  page,
  portal,
}) => {
  await signInWithoutBrowser(portal, 'student');
  await markAllNoticesSeen(portal);
  await markAllMessagesRead(portal);
  for (const n of [1, 2]) await publishAnnouncement(portal, `Клавиши ${n}`);
  await signInAs(page, 'teacher');
  await expect(whatsNewRow(page, 'Клавиши 2')).toBeVisible();
  await page.keyboard.press('KeyN');
  await expect(whatsNewRow(page, 'Клавиши 2')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(whatsNewRow(page, 'Клавиши 1')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('KeyE');
  await expect(whatsNewRow(page, 'Клавиши 2')).toHaveCount(0);
  await expect(whatsNewRow(page, 'Клавиши 1')).toBeFocused();
  await page.keyboard.press('Shift+Slash');
  const list = page.getByRole('dialog', { name: 'Клавиши' });
  await expect(list).toContainText('Первая новая строка');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);

  await page.goto('/lms/profile');
  const keys = page.getByRole('switch', { name: 'Клавиши без Ctrl' });
  await expect(keys).toBeChecked();
  await keys.press('Space');
  await expect(keys).not.toBeChecked();
  await page.goto('/lms');
  await expect(whatsNewRow(page, 'Клавиши 1')).toBeVisible();
  for (const key of ['KeyN', 'KeyB', 'Slash', 'Shift+Slash']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(whatsNewRow(page, 'Клавиши 1')).not.toBeFocused();
  await whatsNewRow(page, 'Клавиши 1').focus();
  await page.keyboard.press('KeyE');
  // With Ctrl they act as before, and the device keeps the choice.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(whatsNewRow(page, 'Клавиши 1')).toBeVisible();
  await page.goto('/lms/profile');
  await expect(keys).not.toBeChecked();
});

test('[NOW-06] who writes announcements begins with the own ones and how many have read them @also-phone', async ({
  page,
  portal,
}) => {
  const student = await signInWithoutBrowser(portal, 'student');
  await markAllNoticesSeen(portal);
  const id = await publishAnnouncement(portal, 'Прочтите это\nзавтра');
  await signInAs(page, 'editor');
  const own = page.getByRole('region', { name: 'Ваши последние' }).getByRole('link', { name: /^Прочтите это/ });
  await expect(own).toContainText('всем');
  await expect(own).toContainText(/прочли 0 из \d+/);
  const [list] = await student.get(callsByRoom.notices.list);
  const notice = list?.notices.find((one) => one.thing === id);
  expect(notice).toBeDefined();
  await student.get(callsByRoom.notices.seen, { ids: [notice?.id] });
  await page.reload();
  await expect(own).toContainText(/прочли 1 из \d+/);
  await expectAccessible(page);
  await own.click();
  await expect(page.locator('article[aria-current="true"]', { hasText: 'Прочтите это' })).toBeInViewport();
  await signInAs(page, 'clerk');
  await expect(page.getByRole('region', { name: 'Ваши последние' })).toHaveCount(0);
});

test('[NOW-06] who registers begins with it in numbers, and each leads to its rows @also-phone', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`
    update stream set capacity = greatest(taken, 1), taken = greatest(taken, 1)
    where id = (select max(s.id) from stream s join academic_year y on y.id = s.year_id and y.is_default
      join academic_calendar c on c.year_id = s.year_id and c.term_id = s.term_id
        and today() between c.starts_on and c.ends_on)`;
  await sql.end();
  await signInAs(page, 'admin', '/lms', portal.url);
  const figures = page.getByRole('region', { name: /^Регистрация до/ });
  const full = figures.getByRole('link', { name: /без мест$/ });
  const count = Number(await full.locator('b').textContent());
  expect(count).toBeGreaterThan(0);
  await expectAccessible(page);
  await full.click();
  await expect(page).toHaveURL(/office\?.*only=full/);
  await expect(page.getByRole('button', { name: 'Полные', pressed: true })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-haspopup=dialog]', { hasText: ' из ' })).toHaveCount(count);
  await page.goBack();
  const incomplete = figures.getByRole('link', { name: /выбрал(и)? не всё$/ }).first();
  const students = Number((await incomplete.locator('b').textContent())?.replace(/\D/g, ''));
  await incomplete.click();
  await expect(page.getByRole('list', { name: 'Выбрали не всё' }).getByRole('listitem')).toHaveCount(
    Math.min(50, students),
  );
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('region', { name: 'Открытые периоды' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/part=incomplete/);
  // At the desk the figures lead to the orders that they count.
  await signInAs(page, 'clerk', '/lms', portal.url);
  await expect(page.getByRole('region', { name: /^Регистрация/ })).toHaveCount(0);
});

test('[NOW-01] a conversation with unread messages is one row of what is new, and opens where they are @also-phone', async ({
  page,
  portal,
}) => {
  await markAllNoticesSeen(portal);
  await markAllMessagesRead(portal);
  await signInAs(page, 'teacher');
  await expect(whatsNewList(page)).toBeVisible();
  await expect(whatsNewList(page).locator('a[href*="/chat?"]')).toHaveCount(0);
  await writeMessages(portal, 'student', 'teacher', ['Начнём в 214', 'Доску принесут']);
  const unread = whatsNewRow(page, /Доску принесут/);
  await expect(unread).toContainText('2');
  await expect(whatsNewList(page).locator('a[href*="/chat?"]')).toHaveCount(1);
  // The bell has its own count: messages are not in it.
  await expect(
    page
      .locator('header')
      .getByText(/^Уведомления/)
      .first(),
  ).toHaveText(/^Уведомления$/);
  await page.reload();
  await expect(unread).toContainText('2');
  await unread.click();
  await expect(page).toHaveURL(/\/lms\/chat\?.*c=\d+/);
  await expect(page.getByText('Доску принесут').last()).toBeVisible();
  await markAllMessagesRead(portal);
  await page.goto('/lms');
  await expect(whatsNewList(page)).toBeVisible();
  await expect(unread).toHaveCount(0);
});
