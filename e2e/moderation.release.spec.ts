import { expectAccessible } from './support/axe.ts';
import {
  groupName,
  longPressMessage,
  messageBubble,
  openChat,
  openOtherBrowserPage,
  pressMessageAction,
  sendText,
} from './support/chat.ts';
import { type Login, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-15] a reported message leaves every browser at once, its author reads why, and it comes back; only who moderates finds the room @also-phone', async ({
  page,
  browser,
  baseURL,
  isMobile,
}) => {
  // Three people, one after the other.
  test.slow();
  const text = `Дразнилка ${isMobile ? 'с телефона' : 'с компьютера'}`;
  const [author, moderator] = [
    await openOtherBrowserPage(browser, baseURL),
    await openOtherBrowserPage(browser, baseURL),
  ];
  await Promise.all([openChat(page, 'student', groupName), openChat(author, 'teacher', groupName)]);
  await sendText(author, text);
  if (isMobile)
    await (await longPressMessage(page, messageBubble(page, text)))
      .getByRole('button', { name: 'Пожаловаться' })
      .click();
  else await pressMessageAction(page, messageBubble(page, text), 'Пожаловаться');
  const dialog = page.getByRole('dialog', { name: 'Пожаловаться на сообщение' });
  const sending = dialog.getByRole('button', { name: 'Отправить жалобу' });
  await expect(sending).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Другое' }).check();
  await expect(sending).toBeDisabled();
  await dialog.getByLabel('Подробности (обязательно)').fill('Дразнят однокурсника');
  await expectAccessible(page);
  await sending.click();
  await expect(page.getByText('Жалоба отправлена модератору').first()).toBeVisible();

  await signInAs(moderator, 'admin' satisfies Login, '/lms/moderation');
  const waits = moderator.getByRole('list', { name: 'Ждут решения' }).getByRole('listitem').filter({ hasText: text });
  await expect(waits.getByText('«Дразнят однокурсника»')).toBeVisible();
  await waits.getByRole('button', { name: 'Показать соседние сообщения' }).click();
  await expect(waits.getByRole('list', { name: 'Соседние сообщения' })).toBeVisible();
  await expectAccessible(moderator);
  await waits.getByRole('button', { name: 'Удалить сообщение' }).click();
  const deciding = moderator.getByRole('dialog', { name: 'Удалить сообщение у всех?' });
  await deciding.getByLabel('Причина для автора').fill('Так не шутят');
  await expectAccessible(moderator);
  await deciding.getByRole('button', { name: 'Удалить сообщение' }).click();
  await expect(moderator.getByRole('status').filter({ hasText: 'Сообщение удалено' })).toBeVisible();
  await expect(waits).toHaveCount(0);

  await expect(messageBubble(page, text)).toHaveCount(0);
  await expect(messageBubble(author, text)).toHaveCount(0);
  const place = (who: typeof page) => who.getByRole('log').getByText('Сообщение удалено модератором').last();
  await expect(place(page)).toBeVisible();
  await expect(page.getByText('Причина: Так не шутят')).toHaveCount(0);
  await expect(author.getByText('Причина: Так не шутят').last()).toBeVisible();
  await expectAccessible(author);

  await moderator.getByRole('tab', { name: 'Решённые' }).click();
  const done = moderator.getByRole('list', { name: 'Решённые' }).getByRole('listitem').filter({ hasText: text });
  await expect(done.first()).toContainText('«Так не шутят»');
  await done.getByRole('button', { name: 'Вернуть сообщение' }).click();
  const back = moderator.getByRole('dialog', { name: 'Вернуть сообщение?' });
  await back.getByLabel('Почему возвращаете').fill('Это была шутка автора');
  await back.getByRole('button', { name: 'Вернуть сообщение' }).click();
  await expect(messageBubble(page, text)).toBeVisible();
  await expect(messageBubble(author, text)).toBeVisible();
  await expect(author.getByText('Причина: Так не шутят')).toHaveCount(0);

  await page.goto('/lms/moderation');
  await expect(page.getByText('Этот раздел открыт тем, кому дано право на него')).toBeVisible();
  await page.goto('/lms/apps');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Модерация' })).toHaveCount(0);
  await moderator.goto('/lms/apps');
  await expect(moderator.getByRole('link', { name: 'Модерация' }).first()).toBeVisible();
  await Promise.all([author.context().close(), moderator.context().close()]);
});
