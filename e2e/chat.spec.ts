import { as, inCourse } from './support/people.ts';
import {
  act,
  bubble,
  choose,
  chooseDiscipline,
  contactsOf,
  field,
  groupName,
  hold,
  openChat,
  say,
  someoneElse,
  studentName,
  swipeMessage,
  teacherName,
} from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-01] [CHAT-06] [SHELL-07] [SHELL-08] contacts begin with the group chat; counts stand everywhere', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'teacher', inCourse('/lms/chat'));
  const contacts = contactsOf(page).getByRole('link');
  await expect(contacts.first()).toContainText(groupName);
  await expect(contacts.nth(1)).toContainText('ПИ-1-24');
  await expect(page.getByRole('main').locator('[data-part=filter]')).toBeVisible();
  await expect(page.getByText('Выберите переписку')).toBeVisible();

  const other = await someoneElse(browser, baseURL);
  await as(other, 'student', inCourse('/lms/chat'));
  await expect(other.getByRole('main').locator('[data-part=filter]')).toHaveCount(0);
  const teacher = contactsOf(other).getByRole('link', { name: teacherName });
  await expect(teacher).toBeVisible();
  const waiting = async () => Number(/(\d+)\s*нов/.exec(await teacher.innerText())?.[1] ?? 0);
  const before = await waiting();
  await choose(page, studentName);
  for (const number of [1, 2, 3]) await say(page, `К счёту ${number}`);
  await expect.poll(waiting).toBe(before + 3);
  await expect(other.getByRole('link', { name: /^Чат/ })).toContainText(/\d/);
  await expect(other).toHaveTitle(/^\(\d+\) Чат/);
  await choose(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  // A second in view marks as read; the divider stays until the contact is left. Other tests' messages may stand above.
  await bubble(other, 'К счёту 3').scrollIntoViewIfNeeded();
  await expect(teacher).not.toContainText('новых');
  await expect(other.getByText('Новые сообщения', { exact: true })).toBeVisible();
  await choose(other, groupName);
  await choose(other, teacherName);
  await expect(other.getByText('Новые сообщения', { exact: true })).toHaveCount(0);
  await other.context().close();
});

test('[CHAT-05] [CHAT-07] [CHAT-11] messages, reads, edits and deletions reach the other side without reload, and each message is announced once @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'teacher', studentName), openChat(other, 'student', teacherName)]);
  // What is said to readers of the screen.
  await other.locator('[data-announced]').evaluate((region) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '');
    }).observe(region, { childList: true, subtree: true });
  });
  const said = () => other.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await say(page, 'Живое сообщение');
  await expect(bubble(page, 'Живое сообщение')).toHaveCount(1);
  await expect(bubble(other, 'Живое сообщение')).toHaveCount(1);
  await expect(bubble(page, 'Живое сообщение')).toContainText('прочитано');
  await expect.poll(said).toEqual([expect.stringContaining('Живое сообщение')]);
  await say(page, 'Живое сообщение');
  await expect.poll(said).toHaveLength(2);

  await act(page, bubble(page, 'Живое сообщение').last(), 'Изменить');
  await field(page).fill('Исправленное сообщение');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(bubble(other, 'Исправленное сообщение')).toContainText('изменено');
  // An edit and a page of older messages are no news.
  await other.getByRole('log').evaluate((box) => box.scrollTo({ top: 0 }));
  await say(page, 'Последнее слово');
  await expect.poll(said).toHaveLength(3);
  expect((await said()).filter((text) => text.includes('Живое сообщение'))).toHaveLength(2);

  const mine = bubble(page, 'Исправленное сообщение');
  await act(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Отмена' }).click();
  await expect(mine).toHaveCount(1);
  // Anything but result 1 leaves it in the list.
  const deletion = '**/api/chat/deletemessage.json';
  await page.route(deletion, (route) => route.fulfill({ json: { result: 0, error: null, data: [{ result: 0 }] } }));
  await act(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(mine).toHaveCount(1);
  await page.unroute(deletion);
  await act(page, mine, 'Удалить сообщение');
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(mine).toHaveCount(0);
  await expect(bubble(other, 'Исправленное сообщение')).toHaveCount(0);
  await expect(bubble(other, 'Посмотрю сегодня').getByRole('button', { name: 'Удалить сообщение' })).toHaveCount(0);
  await other.context().close();
});

test('[CHAT-02] [CHAT-04] [CHAT-08] [CHAT-09] pages of 20 without a jump; another contact clears; nothing says so', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const rows = page.locator('[data-id]');
  await expect(rows).not.toHaveCount(0);
  const before = await rows.count();
  expect(before).toBeLessThanOrEqual(40);
  const log = page.getByRole('log');
  const first = await rows.first().getAttribute('data-id');
  const place = page.locator(`[data-id="${first}"]`);
  await log.evaluate((box) => box.scrollTo({ top: 250 }));
  const top = (await place.boundingBox())?.y ?? 0;
  await expect(rows).not.toHaveCount(before);
  await expect.poll(async () => Math.abs(((await place.boundingBox())?.y ?? 0) - top)).toBeLessThan(2);
  // Each page that comes keeps its place, so that the top is reached anew.
  await expect
    .poll(async () => {
      await log.evaluate((box) => box.scrollTo({ top: 0 }));
      return await page.getByText('Начало переписки').isVisible();
    })
    .toBe(true);
  // Only the messages scroll: nothing in them makes the page around them longer.
  expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(page.getByRole('button', { name: /^К новым/ })).toHaveCount(0);

  await chooseDiscipline(page, /^Веб-программирование/);
  await expect(page.getByText('Выберите переписку')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await contactsOf(page).getByRole('link').nth(1).click();
  await expect(page.getByText('Сообщений пока нет')).toBeVisible();
});

test('[CHAT-13] [CHAT-14] text is shown as text with links and line breaks; a file that is too large says so before anything is sent', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  const text = '<img src=x onerror="window.broken=1"><b>не жирно</b>\nhttps://example.kg/a?b=1.\nөңү 👩‍🎓';
  await say(page, text);
  const mine = bubble(page, 'не жирно');
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('<b>не жирно</b>');
  await expect(mine.getByRole('link', { name: 'https://example.kg/a?b=1' })).toHaveAttribute('rel', /noopener/);
  await expect(mine.locator('img, b')).toHaveCount(0);
  await expect(mine.locator('[translate=no]').first()).toHaveJSProperty('innerText', text);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  await field(page).fill('я'.repeat(4001));
  await expect(page.getByText('Сообщение длиннее 4000 символов. 4001 / 4000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить' })).toHaveAttribute('aria-disabled', 'true');
  await field(page).fill('я'.repeat(4000));
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'яяяя')).toHaveCount(1);

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
  await field(page).fill('Недописанное учителю');
  await choose(page, groupName);
  await expect(field(page)).toHaveValue('');
  await choose(page, teacherName);
  await expect(field(page)).toHaveValue('Недописанное учителю');
  await page.reload();
  await expect(field(page)).toHaveValue('Недописанное учителю');

  await say(page, 'Во сколько защита первой части?');
  const asked = bubble(page, 'Во сколько защита');
  await asked.hover();
  await asked.getByRole('button', { name: 'Ответить' }).click();
  await say(page, 'Приду на защиту');
  await expect(bubble(page, 'Приду на защиту')).toContainText('Во сколько защита первой части');
  await page.getByRole('button', { name: 'Найти в переписке' }).click();
  await page.getByRole('searchbox', { name: 'Найти в переписке' }).fill('НЕ МЕНЬШЕ ТРЕХ');
  await page.getByRole('list', { name: 'Найденные сообщения' }).getByRole('button').first().click();
  await expect(bubble(page, 'не меньше трёх таблиц')).toBeInViewport();
  await page.getByRole('button', { name: /^К новым/ }).click();
  await expect(bubble(page, 'Приду на защиту').last()).toBeInViewport();
});

test('[FIND-02] by keys alone: search in the contacts on a Russian keyboard, write, edit the last one', async ({
  page,
}) => {
  await as(page, 'teacher', inCourse('/lms/chat'));
  await page.getByRole('main').getByRole('button', { name: 'Найти контакт' }).press('Enter');
  await page.keyboard.type('тологонова  АЙГУЛ');
  const contacts = contactsOf(page).getByRole('link');
  await expect(contacts).toHaveCount(1);
  await expect(contactsOf(page).getByTitle('Төлөгөнова Айгүл Азаматовна')).toBeVisible();
  await contacts.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Только клавиши');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('вторая строка');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'Только клавиши')).toHaveCount(1);
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toHaveValue('Только клавиши\nвторая строка');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toHaveValue('Только клавиши\nвторая строка');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await expect(bubble(page, 'вторая строка!')).toContainText('изменено');
  const answer = bubble(page, 'вторая строка!').getByRole('button', { name: 'Ответить' });
  await answer.focus();
  await expect(answer).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
});

test('[TALK-03] the phone: a finger that stays opens reactions and actions, one that moves answers @phone', async ({
  page,
}) => {
  await openChat(page, 'student', teacherName);
  await say(page, 'С телефона');
  const mine = bubble(page, 'С телефона');
  const sheet = await hold(page, mine);
  await sheet.getByRole('button', { name: 'Спасибо' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(mine.getByRole('button', { name: 'Спасибо: 1' })).toHaveAttribute('aria-pressed', 'true');
  await swipeMessage(page, mine);
  await say(page, 'Ответ себе');
  await expect(bubble(page, 'Ответ себе')).toContainText('С телефона');
  // Readers of the screen have a button for it.
  await bubble(page, 'Ответ себе').getByRole('button', { name: 'Действия с сообщением' }).press('Enter');
  await sheet.getByRole('button', { name: 'Удалить сообщение' }).tap();
  await page.getByRole('button', { name: 'Удалить', exact: true }).tap();
  await expect(bubble(page, 'Ответ себе')).toHaveCount(0);
});
