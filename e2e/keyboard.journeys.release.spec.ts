import { tabTo } from './support/keyboard.ts';
import { inCourse, passwords } from './support/people.ts';
import { bubble, contactsOf, field, studentName } from './support/talk.ts';
import { expect, test } from './support/test.ts';

// Signs in by the form: its order of stops is a part of what is proven.
test('by keys alone: signing in, a message to a contact, and out again', async ({ page }) => {
  await page.goto(`/lms/login?to=${encodeURIComponent(inCourse('/lms/chat'))}`);
  await tabTo(page, page.getByLabel('Логин'));
  await page.keyboard.type('teacher');
  await tabTo(page, page.getByLabel('Пароль', { exact: true }));
  await page.keyboard.type(passwords.teacher);
  await tabTo(page, page.getByRole('button', { name: 'Войти', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lms/chat**');

  await tabTo(page, contactsOf(page).getByRole('link', { name: studentName }));
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Написано без мыши');
  await tabTo(page, page.getByRole('button', { name: 'Отправить' }));
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Написано без мыши')).toHaveCount(1);

  await tabTo(page, page.getByRole('button', { name: /Меню профиля/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Выйти', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login**');
});
