import { writeMessages } from './support/chat.ts';
import { forgetNew, publishAnnouncement } from './support/notices.ts';
import { as } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { expect, test } from './support/test.ts';
import { readEverything, whatsNewList, whatsNewRow } from './support/whats-new.ts';

test('[NOW-01] a conversation with unread messages is one row of what is new, and opens where they are @also-phone', async ({
  page,
  portal,
}) => {
  await forgetNew(portal);
  await readEverything(portal);
  await as(page, 'teacher');
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
  await readEverything(portal);
  await page.goto('/lms');
  await expect(whatsNewList(page)).toBeVisible();
  await expect(unread).toHaveCount(0);
});

test('[NOW-01] on the phone a row is swiped away from the day, and taken back @phone', async ({ page, portal }) => {
  await forgetNew(portal);
  await publishAnnouncement(portal, 'Смахните с главной');
  await as(page, 'teacher');
  const swiped = whatsNewRow(page, 'Смахните с главной');
  await swipe(page, swiped, { x: 300, right: -180 });
  await expect(swiped).toHaveCount(0);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(swiped).toBeVisible();
});
