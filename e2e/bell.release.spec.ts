import { expectAccessible } from './support/axe.ts';
import { markAllNoticesSeen, publishAnnouncement, signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-02] the bell counts what is new, opens its list by B, and its rows by keys', async ({ page, portal }) => {
  await signInWithoutBrowser(portal, 'student');
  await markAllNoticesSeen(portal);
  await signInAs(page, 'teacher', '/lms/profile');
  const bell = page.getByRole('button', { name: 'Уведомления' });
  await expect(bell).toHaveText('Уведомления');
  for (const n of [1, 2]) await publishAnnouncement(portal, `Звонок ${n}`);
  await expect(bell).toContainText('2');
  await page.keyboard.press('KeyB');
  const list = page.getByRole('dialog', { name: 'Уведомления' });
  const row = (n: number) => list.locator('a[data-notice]', { hasText: `Звонок ${n}` });
  await expect(row(2)).toBeVisible();
  await expectAccessible(page);
  // Looking at them here does not make them seen.
  await expect(list.locator('[data-new]')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('KeyE');
  await expect(bell).toContainText('1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(page.locator('article[aria-current="true"]', { hasText: 'Звонок 1' })).toBeInViewport();
  await expect(bell).toHaveText('Уведомления');
});

test('[NOW-02] the phone’s bell leads to the page of notices @phone', async ({ page, portal }) => {
  await markAllNoticesSeen(portal);
  await publishAnnouncement(portal, 'Звонок телефона');
  await signInAs(page, 'student');
  const bell = page.getByRole('link', { name: 'Уведомления' });
  await expect(bell).toContainText('1');
  await bell.click();
  await expect(page.getByRole('heading', { name: 'Уведомления', level: 1 })).toBeVisible();
  await expect(page.locator('a[data-notice]', { hasText: 'Звонок телефона' })).toBeVisible();
});
