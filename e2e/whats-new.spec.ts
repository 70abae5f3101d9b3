import { markAllNoticesSeen, publishAnnouncement } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { expect, test } from './support/test.ts';
import { whatsNewRow } from './support/whats-new.ts';

test('[NOW-01] on the phone a row is swiped away from the day, and restored @phone', async ({ page, portal }) => {
  await markAllNoticesSeen(portal);
  await publishAnnouncement(portal, 'Смахните с главной');
  await signInAs(page, 'teacher');
  const swiped = whatsNewRow(page, 'Смахните с главной');
  await swipe(page, swiped, { x: 300, right: -180 });
  await expect(swiped).toHaveCount(0);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(swiped).toBeVisible();
});
