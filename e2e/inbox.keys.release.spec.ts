import { expectConversationShown, inboxList, messageField, writeMessages } from './support/chat.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] by keys: J and K move in the list, Enter opens, Esc leads back, the slash searches, C begins, Alt with an arrow opens what is unread', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  const rows = inboxList(page).getByRole('link');
  await expect(rows.nth(2)).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  // The same key writes another letter on another layout.
  const onRussian = (code: string, key: string) =>
    page.evaluate(
      ([which, letter]) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { code: which ?? '', key: letter ?? '', bubbles: true, cancelable: true }),
        ),
      [code, key],
    );
  await onRussian('KeyJ', 'о');
  await expect(rows.nth(1)).toBeFocused();
  await onRussian('KeyK', 'л');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  const name = await rows.nth(1).innerText();
  await page.keyboard.press('Enter');
  await expectConversationShown(page);
  await expect(messageField(page)).toBeFocused();
  // Where something is typed a key is a letter.
  await page.keyboard.type('jk');
  await expect(messageField(page)).toHaveValue('jk');
  await messageField(page).fill('');
  await page.keyboard.press('Escape');
  const open = inboxList(page).locator('a[aria-current]');
  await expect(open).toBeFocused();
  expect(name).toContain((await open.innerText()).split('\n')[0] ?? '?');

  await page.goto('/lms/chat');
  await writeMessages(portal, 'teacher', 'student', ['Для клавиши Alt']);
  await expect(inboxList(page).getByRole('link', { name: /Для клавиши Alt/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Люди и сообщения' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Люди и сообщения' }).blur();
  await page.keyboard.press('Alt+ArrowDown');
  await expectConversationShown(page);
  await expect(inboxList(page).locator('a[aria-current]')).toContainText('Для клавиши Alt');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Новая переписка' })).toBeVisible();
});
