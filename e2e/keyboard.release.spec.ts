import { chatContactList, messageBubble, messageField, studentName } from './support/chat.ts';
import { expectAllSaved, gridCell } from './support/journal.ts';
import { focusByTab } from './support/keyboard.ts';
import { deleteOrders } from './support/orders.ts';
import { courseAddress, passwords, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('by keys alone: marks in the journal, and back', async ({ page }) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'));
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  const last = (await page.locator('thead th[scope=col] [data-head]').count()) - 1;
  const [first, second] = [gridCell(page, 0, last), gridCell(page, 1, last)];
  const before = await Promise.all([first.textContent(), second.textContent()]);
  const marks = before.map((was) => (was === '3' ? '4' : '3'));
  await focusByTab(page, first);
  await page.keyboard.press(marks[0] ?? '');
  await expect(first).toHaveText(marks[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(second).toBeFocused();
  await page.keyboard.press(marks[1] ?? '');
  await expect(second).toHaveText(marks[1] ?? '');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(first).toBeFocused();
  await expect(first).toHaveText(before[0] ?? '');
  await expect(second).toHaveText(before[1] ?? '');
  await expectAllSaved(page);
});

test('by keys alone: registering for a discipline, and taking it back', async ({ page }) => {
  await signInAs(page, 'student', '/lms/registration');
  const card = page.getByRole('region', { name: 'Социология I', exact: true });
  await expect(card).toBeVisible();
  await focusByTab(page, card.getByRole('button').first());
  await page.keyboard.press('Enter');
  const practice = card.getByRole('group', { name: 'Практика' }).getByRole('radio').first();
  await focusByTab(page, practice);
  await page.keyboard.press('Space');
  await expect(practice).toBeChecked();
  // Enter goes on to the next card that is not done.
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button').first()).toHaveAttribute('aria-expanded', 'false');
  await focusByTab(page, page.getByRole('button', { name: 'Проверить и подтвердить' }));
  await page.keyboard.press('Enter');
  await focusByTab(page, page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }));
  await page.keyboard.press('Enter');
  const row = page
    .getByRole('region', { name: 'Вы записаны' })
    .getByRole('listitem')
    .filter({ hasText: 'Социология I' });
  await expect(row).toBeVisible();
  await focusByTab(page, row.getByRole('button').first());
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Удалить регистрацию: Социология I' });
  await focusByTab(page, remove);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await focusByTab(page, dialog.getByRole('button', { name: 'Удалить', exact: true }));
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
});

test('by keys alone: ordering a certificate, and cancelling it', async ({ page, portal }) => {
  await deleteOrders(portal, 'student3');
  await signInAs(page, 'student3', '/lms/singlewindow');
  for (const label of ['Документ', 'Область', 'Район']) {
    const list = page.getByLabel(label);
    await expect(list.locator('option').nth(1)).toBeAttached();
    await focusByTab(page, list);
    await page.keyboard.press('ArrowDown');
  }
  await focusByTab(page, page.getByRole('button', { name: 'Заказать', exact: true }));
  await page.keyboard.press('Enter');
  const order = page.getByRole('list', { name: 'Мои заказы' }).locator('> li').first();
  await expect(order.locator('[aria-current="step"]')).toHaveText('Ожидает');
  await focusByTab(page, order.getByRole('button', { name: 'Отменить' }));
  await page.keyboard.press('Enter');
  await focusByTab(page, page.getByRole('button', { name: 'Отменить заказ' }));
  await page.keyboard.press('Enter');
  await expect(order.getByText('Отменён', { exact: true })).toBeVisible();
});

// Signs in by the form: its order of stops is a part of what is proven.
test('by keys alone: signing in, a message to a contact, and out again', async ({ page }) => {
  await page.goto(`/lms/login?to=${encodeURIComponent(courseAddress('/lms/chat'))}`);
  await focusByTab(page, page.getByLabel('Логин'));
  await page.keyboard.type('teacher');
  await focusByTab(page, page.getByLabel('Пароль', { exact: true }));
  await page.keyboard.type(passwords.teacher);
  await focusByTab(page, page.getByRole('button', { name: 'Войти', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms/chat**');

  await focusByTab(page, chatContactList(page).getByRole('link', { name: studentName }));
  await page.keyboard.press('Enter');
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type('Написано без мыши');
  await focusByTab(page, page.getByRole('button', { name: 'Отправить' }));
  await page.keyboard.press('Enter');
  await expect(messageBubble(page, 'Написано без мыши')).toHaveCount(1);

  await focusByTab(page, page.getByRole('button', { name: /Меню профиля/ }));
  await page.keyboard.press('Enter');
  await focusByTab(page, page.getByRole('button', { name: 'Выйти', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login**');
});
