import { as } from './support/people.ts';
import { bubble, field, inboxOf, officeName, shown } from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[TALK-04] a message to an office that waits for the network is seen in the list and sent later, once', async ({
  page,
  context,
}) => {
  await as(page, 'student2', '/lms/chat');
  await page.getByRole('button', { name: 'Новая переписка' }).click();
  await page.getByRole('region', { name: 'Отделы' }).getByRole('link', { name: officeName }).click();
  await shown(page);
  await context.setOffline(true);
  await field(page).fill('Без сети');
  await page.keyboard.press('Enter');
  await expect(inboxOf(page).getByRole('link', { name: officeName })).toContainText('Без сети');
  await context.setOffline(false);
  await expect(bubble(page, 'Без сети').getByText('отправлено')).toBeAttached();
  await page.reload();
  await shown(page);
  await expect(bubble(page, 'Без сети')).toHaveCount(1);
});
