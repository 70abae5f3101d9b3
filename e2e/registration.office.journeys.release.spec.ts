import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-07] the office adds seats, registers by hand and reads a receipt', async ({ page }) => {
  await as(page, 'admin', '/lms/registrationoffice');
  await page.getByRole('searchbox').fill('Социология I');
  await page
    .getByRole('button', { name: /^Социология I лекция/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const seats = dialog.getByRole('form', { name: 'Места' });
  await seats.getByRole('spinbutton').fill('120');
  await seats.getByRole('textbox').fill('Открыта вторая аудитория');
  await seats.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText(/→ 120/)).toBeVisible();
  const byHand = dialog.getByRole('form', { name: 'Зарегистрировать студента вручную' });
  await byHand.getByRole('searchbox').fill('Төлөгөнова');
  await byHand.getByRole('button', { name: /Төлөгөнова Айгүл/ }).click();
  await byHand.getByRole('textbox').fill('Заявление студента');
  await byHand.getByRole('button', { name: 'Зарегистрировать', exact: true }).click();
  await expect(page.getByText(/^Студент зарегистрирован\. Квитанция/)).toBeVisible();
  const student = dialog
    .getByRole('listitem')
    .filter({ hasText: 'Төлөгөнова Айгүл' })
    .filter({ has: page.getByRole('button', { name: /^Удалить запись/ }) });
  await expect(student).toBeVisible();
  const receipt = /\d\d-\d{7}/.exec((await student.textContent()) ?? '')?.[0] ?? '';
  await student.getByRole('button', { name: /^Удалить запись/ }).click();
  const removing = dialog.getByRole('form', { name: /^Удалить запись/ });
  await removing.getByRole('textbox').fill('Ошибка');
  await removing.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText(/^Запись удалена\. Квитанция/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Проверка квитанции' }).click();
  await page.getByRole('textbox', { name: 'Номер квитанции' }).fill(receipt);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Заявление студента')).toBeVisible();
  await expect(page.getByText('Больше не действует')).toBeVisible();
  await page.getByRole('group', { name: 'Разделы' }).getByRole('button', { name: 'Сроки' }).click();
  await expect(page.getByRole('form', { name: 'Открыть период регистрации' })).toBeVisible();
  await expectAccessible(page);
});
