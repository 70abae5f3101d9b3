import { expectAccessible } from './support/axe.ts';
import { addKey, byPassword, giveDevice, signOut, test } from './support/passkeys.ts';
import { expect } from './support/test.ts';

test('[AUTH-14] whoever must prove twice sets up a key, and shows it after the password @both @full', async ({
  page,
}) => {
  await giveDevice(page);
  await byPassword(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeVisible();
  await expectAccessible(page);
  await addKey(page, 'clerk', false);
  await expect(page.getByText('Ключ добавлен')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Второй шаг при входе' })).toBeHidden();
  await signOut(page);
  await byPassword(page, 'clerk');
  await expect(page.getByRole('heading', { name: 'Ключи для входа' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ключ на этом устройстве' })).toBeVisible();
  await expect(page.getByRole('checkbox'), 'a key alone is asked each time').toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ключ на этом устройстве' }).click();
  await expect(page).toHaveURL(/\/lms\/?$/);
});
