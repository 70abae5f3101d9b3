import postgres from 'postgres';
import { startNextYear } from '../server/test/factories/academic-years.ts';
import { expectAccessible } from './support/axe.ts';
import {
  chatContactList,
  groupName,
  longPressMessage,
  messageBubble,
  messageField,
  openChat,
  openContact,
  openOtherBrowserPage,
  sendText,
  studentName,
  swipeMessage,
  teacherName,
} from './support/chat.ts';
import { today } from './support/classes.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('a conversation of a past year is read, not written in', async ({ page, ownPortal }) => {
  await signInAs(page, 'student', courseAddress('/lms/chat'), ownPortal.url);
  await openContact(page, teacherName);
  const address = new URL(page.url());
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [year] = await sql<{ id: number; term: number }[]>`
    select y.id, (select term_id from academic_calendar where starts_on <= ${today()} order by starts_on desc limit 1) as term
    from academic_year y where y.is_default`;
  address.searchParams.set('year', String(year?.id));
  address.searchParams.set('ws', String(year?.term));
  await startNextYear(sql, year?.id ?? 0);
  await sql.end();
  await page.goto(address.href);
  await expect(page.getByText('Учебный год закончился, переписку можно только читать.')).toBeVisible();
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expect(messageField(page)).toHaveCount(0);
  await page.locator('[data-id]').last().hover();
  await expect(page.getByRole('button', { name: 'Ответить' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Изменить' })).toHaveCount(0);
});

test('the phone: list, conversation without tabs, and back to the same place @phone', async ({ page }) => {
  await signInAs(page, 'teacher', courseAddress('/lms/chat'));
  const list = chatContactList(page);
  const last = list.getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  const top = (await last.boundingBox())?.y ?? 0;
  await last.click();
  await expect(messageField(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(0);
  const isBack = async () => {
    await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
    await expect(last).toBeInViewport();
    await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  };
  await page.getByRole('button', { name: 'Назад' }).click();
  await isBack();
  await last.click();
  await expect(messageField(page)).toBeVisible();
  // The phone's own way back.
  await page.goBack();
  await isBack();
  await page.getByRole('button', { name: /^Дисциплина/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /кр\./ }).first()).toBeVisible();
});

test('axe finds nothing: kg, dark, phone @phone', async ({ page, baseURL }) => {
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url: baseURL ?? '' },
    { name: 'theme', value: 'dark', url: baseURL ?? '' },
  ]);
  await signInAs(page, 'teacher', courseAddress('/lms/chat'));
  await expect(page.getByRole('link', { name: 'Топтук чат' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Топтук чат' }).click();
  await expect(page.locator('[data-id]').first()).toBeVisible();
  await expectAccessible(page);
});

test('[CHAT-01] [CHAT-06] [SHELL-07] [SHELL-08] contacts begin with the group chat; counts stand everywhere', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/chat'));
  const contacts = chatContactList(page).getByRole('link');
  await expect(contacts.first()).toContainText(groupName);
  await expect(contacts.nth(1)).toContainText('ПИ-1-24');
  await expect(page.getByRole('main').locator('[data-part=filter]')).toBeVisible();
  await expect(page.getByText('Выберите переписку')).toBeVisible();

  const other = await openOtherBrowserPage(browser, baseURL);
  await signInAs(other, 'student', courseAddress('/lms/chat'));
  await expect(other.getByRole('main').locator('[data-part=filter]')).toHaveCount(0);
  const teacher = chatContactList(other).getByRole('link', { name: teacherName });
  await expect(teacher).toBeVisible();
  const waiting = async () => Number(/(\d+)\s*нов/.exec(await teacher.innerText())?.[1] ?? 0);
  const before = await waiting();
  await openContact(page, studentName);
  for (const number of [1, 2, 3]) await sendText(page, `К счёту ${number}`);
  await expect.poll(waiting).toBe(before + 3);
  await expect(other.getByRole('link', { name: /^Чат/ })).toContainText(/\d/);
  await expect(other).toHaveTitle(/^\(\d+\) Чат/);
  await openContact(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  // A second in view marks as read; the divider stays until the contact is left. Other tests' messages may be above.
  await messageBubble(other, 'К счёту 3').scrollIntoViewIfNeeded();
  await expect(teacher).not.toContainText('новых');
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  await openContact(other, groupName);
  await openContact(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toHaveCount(0);
  await other.context().close();
});

test('[CHAT-13] [CHAT-14] text is shown as text with links and line breaks; a file that is too large says so before anything is sent', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const text = '<img src=x onerror="window.broken=1"><b>не жирно</b>\nhttps://example.kg/a?b=1.\nөңү 👩‍🎓';
  await sendText(page, text);
  const mine = messageBubble(page, 'не жирно');
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('<b>не жирно</b>');
  await expect(mine.getByRole('link', { name: 'https://example.kg/a?b=1' })).toHaveAttribute('rel', /noopener/);
  await expect(mine.locator('img, b')).toHaveCount(0);
  await expect(mine.locator('[translate=no]').first()).toHaveJSProperty('innerText', text);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  await messageField(page).fill('я'.repeat(4001));
  await expect(page.getByText('Сообщение длиннее 4000 символов. 4001 / 4000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить' })).toHaveAttribute('aria-disabled', 'true');
  await messageField(page).fill('я'.repeat(4000));
  await page.keyboard.press('Enter');
  await expect(messageBubble(page, 'яяяя')).toHaveCount(1);

  let asked = 0;
  await page.route('**/api/chat/insert.json', (route) => {
    asked++;
    return route.continue();
  });
  const input = page.locator('form input[type=file]');
  await page.evaluate(() => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'Большой.bin'));
    const field = document.querySelector<HTMLInputElement>('form input[type=file]');
    if (field) field.files = chosen.files;
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('Файл больше 50 МБ.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /Большой\.bin/ }).click();
  expect(asked).toBe(0);
  await input.setInputFiles({ name: 'Решение.txt', mimeType: 'text/plain', buffer: Buffer.from('ответ 42') });
  await page.getByRole('button', { name: 'Отправить' }).click();
  const link = page.locator('[data-id]').getByRole('link', { name: /^Скачать файл Решение\.txt/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Решение.txt');
});

test('drafts are kept per contact, over a reload; an answer quotes what it answers; search finds it', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  await messageField(page).fill('Недописанное учителю');
  await openContact(page, groupName);
  await expect(messageField(page)).toHaveValue('');
  await openContact(page, teacherName);
  await expect(messageField(page)).toHaveValue('Недописанное учителю');
  await page.reload();
  await expect(messageField(page)).toHaveValue('Недописанное учителю');

  await sendText(page, 'Во сколько защита первой части?');
  const asked = messageBubble(page, 'Во сколько защита');
  await asked.hover();
  await asked.getByRole('button', { name: 'Ответить' }).click();
  await sendText(page, 'Приду на защиту');
  await expect(messageBubble(page, 'Приду на защиту')).toContainText('Во сколько защита первой части');
  await page.getByRole('button', { name: 'Найти в переписке' }).click();
  await page.getByRole('searchbox', { name: 'Найти в переписке' }).fill('НЕ МЕНЬШЕ ТРЕХ');
  await page.getByRole('list', { name: 'Найденные сообщения' }).getByRole('button').first().click();
  await expect(messageBubble(page, 'не меньше трёх таблиц')).toBeInViewport();
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(messageBubble(page, 'Приду на защиту').last()).toBeInViewport();
});

test('[FIND-02] by keys alone: search in the contacts on a Russian keyboard, write, edit the last one', async ({
  page,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/chat'));
  await page.getByRole('main').getByRole('button', { name: 'Найти контакт' }).press('Enter');
  await page.keyboard.type('тологонова  АЙГУЛ');
  const contacts = chatContactList(page).getByRole('link');
  await expect(contacts).toHaveCount(1);
  await expect(chatContactList(page).getByTitle('Төлөгөнова Айгүл Азаматовна')).toBeVisible();
  await contacts.press('Enter');
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type('Только клавиши');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('вторая строка');
  await page.keyboard.press('Enter');
  await expect(messageBubble(page, 'Только клавиши')).toHaveCount(1);
  await expect(messageField(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(messageField(page)).toHaveValue('Только клавиши\nвторая строка');
  await page.keyboard.press('Escape');
  await expect(messageField(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(messageField(page)).toHaveValue('Только клавиши\nвторая строка');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(messageBubble(page, 'вторая строка!')).toContainText('изменено');
  const answer = messageBubble(page, 'вторая строка!').getByRole('button', { name: 'Ответить' });
  await answer.focus();
  await expect(answer).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(messageField(page)).toBeFocused();
});

test('[TALK-03] the phone: a finger that stays opens reactions and actions, one that moves answers @phone', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  await sendText(page, 'С телефона');
  const mine = messageBubble(page, 'С телефона');
  const sheet = await longPressMessage(page, mine);
  await sheet.getByRole('button', { name: 'Спасибо' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(mine.getByRole('button', { name: 'Спасибо: 1' })).toHaveAttribute('aria-pressed', 'true');
  await swipeMessage(page, mine);
  await sendText(page, 'Ответ себе');
  await expect(messageBubble(page, 'Ответ себе')).toContainText('С телефона');
  // Readers of the screen have a button for it.
  await messageBubble(page, 'Ответ себе').getByRole('button', { name: 'Действия с сообщением' }).press('Enter');
  await sheet.getByRole('button', { name: 'Удалить сообщение' }).tap();
  await page.getByRole('button', { name: 'Удалить', exact: true }).tap();
  await expect(messageBubble(page, 'Ответ себе')).toHaveCount(0);
});
