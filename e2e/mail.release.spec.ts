import { passwords } from '../server/test/as.ts';
import { expectAccessible } from './support/axe.ts';
import { give, part, settings, test } from './support/mail.ts';
import { as } from './support/people.ts';
import { expect } from './support/test.ts';

test('[TOLD-02] mails that do not arrive, and links that hold no longer, are told of @both', async ({
  page,
  posting: { mails },
}, { project }) => {
  const gone = `gone@${project.name}.test`;
  mails.manners.set(gone, { at: 'recipient', reply: '550 5.1.1 No such user here' });
  await as(page, 'student2', settings);
  await part(page).getByRole('button', { name: 'Добавить' }).click();
  await give(page, gone, passwords.student2);
  await expect(part(page).getByText('Письма сюда не доходят')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms/check/mail/c1wrong');
  await page.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await expect(page.getByRole('heading', { name: 'Ссылка не действует' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(settings);
  await part(page).getByRole('button', { name: 'Убрать адрес' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать адрес' }).click();
  await expect(part(page).getByText('Добавьте адрес почты')).toBeVisible();
});
