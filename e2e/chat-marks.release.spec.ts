import { expectAccessible } from './support/axe.ts';
import {
  groupName,
  messageBubble,
  messageField,
  openChat,
  openOtherBrowserPage,
  pressMessageAction,
  sendText,
} from './support/chat.ts';
import { expect, test } from './support/test.ts';

test('[TALK-03] reactions, readers, a pinned message and a mention reach the others of a group without reload', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await Promise.all([openChat(page, 'teacher', groupName), openChat(other, 'student', groupName)]);
  await expect(page.getByText(/ · \d+ участник/)).toBeVisible();
  await sendText(page, 'Лабораторная до пятницы');
  const theirs = messageBubble(other, 'Лабораторная до пятницы');
  await theirs.hover();
  await theirs.getByRole('button', { name: 'Поставить отклик' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Понятно' }).click();
  await expect(theirs.getByRole('button', { name: 'Понятно: 1' })).toHaveAttribute('aria-pressed', 'true');
  const mine = messageBubble(page, 'Лабораторная до пятницы');
  const chip = mine.getByRole('button', { name: 'Понятно: 1' });
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
  await chip.hover();
  await expect(chip).toHaveAttribute('title', 'Понятно: Төлөгөнова Айгүл');
  await chip.click();
  await expect(theirs.getByRole('button', { name: 'Понятно: 2' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Понятно: 2' }).click();
  await expect(mine.getByRole('button', { name: 'Понятно: 1' })).toHaveAttribute('aria-pressed', 'true');

  await expect(mine).toContainText('прочитано');
  await pressMessageAction(page, mine, 'Кто прочитал');
  await expect(page.getByRole('dialog', { name: 'Кто прочитал' })).toContainText('Төлөгөнова Айгүл');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await pressMessageAction(page, mine, 'Закрепить');
  const above = other.getByRole('button', { name: /^Закреплённое сообщение/ });
  await expect(above).toContainText('Лабораторная до пятницы');
  await other.reload();
  await above.click();
  await expect(theirs).toBeInViewport();
  await page.getByRole('button', { name: 'Открепить', exact: true }).click();
  await expect(above).toHaveCount(0);

  // A member is named by a few letters behind @, and finds it in the list.
  await other.goto('/lms/chat');
  await messageField(page).pressSequentially('Спросите у @толог');
  const offered = page.getByRole('listbox', { name: 'Кого упомянуть' });
  await expect(offered.getByRole('option')).toHaveText([/Төлөгөнова Айгүл/]);
  await expectAccessible(page);
  // Escape closes the list alone; the next letter opens it again.
  await page.keyboard.press('Escape');
  await expect(offered).toHaveCount(0);
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(offered.getByRole('option', { selected: true })).toHaveText([/Төлөгөнова Айгүл/]);
  await page.keyboard.press('Enter');
  await expect(messageField(page)).toHaveValue('Спросите у @Төлөгөнова Айгүл ');
  // Arrows go through everybody who is offered, in a circle.
  await page.keyboard.type('@');
  const second = await offered.getByRole('option').nth(1).textContent();
  await page.keyboard.press('ArrowDown');
  await expect(offered.getByRole('option', { selected: true })).toHaveText(second ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(offered.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('про схему');
  await page.keyboard.press('Enter');
  const sent = messageBubble(page, 'про схему');
  await expect(sent.locator('b')).toHaveText('@Төлөгөнова Айгүл');
  await expect(other.getByRole('list', { name: 'Список переписок' }).getByRole('link').first()).toContainText(
    'вас упомянули',
  );
  await other.context().close();
});
