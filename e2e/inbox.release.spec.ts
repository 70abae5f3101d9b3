import { expectAccessible } from './support/axe.ts';
import {
  chatContactList,
  chooseDiscipline,
  expectConversationShown,
  groupName,
  inboxList,
  messageBubble,
  openOtherBrowserPage,
  sendText,
  teacherName,
  writeMessages,
} from './support/chat.ts';
import { signInAs } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] without a network a conversation that was never opened here is still named', async ({
  page,
  context,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  const row = inboxList(page).getByRole('link').filter({ hasText: 'группа' }).last();
  const words = (await row.textContent()) ?? '';
  await context.setOffline(true);
  await row.click();
  await expect(page.getByText('Не удалось загрузить сообщения')).toBeVisible();
  const called = await page.getByRole('main').getByRole('heading', { level: 1 }).last().textContent();
  expect(called).not.toBe('');
  expect(words).toContain(called);
});

test('[NOW-02] [TALK-01] an own message is marked as such in the list of what is new', async ({ page, portal }) => {
  await writeMessages(portal, 'teacher', 'student', ['Когда придёте?']);
  await writeMessages(portal, 'student', 'teacher', ['Приду завтра']);
  await signInAs(page, 'student', '/lms');
  await expect(page.getByRole('main').getByText('Вы: Приду завтра')).toBeVisible();
});

test('[TALK-03] muted and pinned from the head of a conversation', async ({ page }) => {
  await signInAs(page, 'student', '/lms/chat');
  const rows = inboxList(page).getByRole('link');
  await rows.nth(2).click();
  await expectConversationShown(page);
  const name = await page.getByRole('main').getByRole('heading', { level: 1 }).innerText();
  const about = page.getByRole('dialog', { name: 'О переписке' });
  await page.getByRole('button', { name: 'О переписке' }).click();
  await about.getByRole('button', { name: 'Закрепить переписку' }).click();
  await expect(about.getByRole('button', { name: 'Открепить переписку' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(rows.first()).toContainText(name);
  await expect(rows.first()).toContainText('закреплена');
  await page.getByRole('button', { name: 'Отключить уведомления' }).click();
  await expect(rows.first()).toContainText('уведомления отключены');
  await page.reload();
  await expect(rows.first()).toContainText('закреплена');
  await page.getByRole('button', { name: 'О переписке' }).click();
  await about.getByRole('button', { name: 'Открепить переписку' }).click();
  await about.getByRole('button', { name: 'Включить уведомления' }).click();
  await expect(about.getByRole('button', { name: 'Отключить уведомления' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inboxList(page)).not.toContainText('закреплена');
});

test('axe finds nothing in the inbox: kg, dark, desktop', async ({ page, baseURL }) => {
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url: baseURL ?? '' },
    { name: 'theme', value: 'dark', url: baseURL ?? '' },
  ]);
  await signInAs(page, 'teacher', '/lms/chat');
  await expect(page.getByRole('list', { name: 'Кат алышуулардын тизмеси' }).getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
});

test('[TALK-01] the phone: a row that is swiped is read, then muted, which can be undone; a conversation in its place, and back to the same row @phone', async ({
  page,
  portal,
}) => {
  await writeMessages(portal, 'teacher', 'student', ['Смахнуть']);
  await signInAs(page, 'student', '/lms/chat');
  await expect(page.getByRole('heading', { level: 1, name: 'Чат' })).toBeVisible();
  await expectAccessible(page);
  const row = inboxList(page).getByRole('link', { name: /Смахнуть/ });
  await expect(row).toContainText(/\d+ нов/);
  await swipe(page, row, { x: 330, right: -160 });
  await expect(page.getByText('Отмечено прочитанным')).toBeVisible();
  await expect(row).not.toContainText(/\d+ нов/);
  await swipe(page, row, { x: 330, right: -160 });
  await expect(row.getByText('уведомления отключены')).toBeAttached();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(row.getByText('уведомления отключены')).toHaveCount(0);

  await row.tap();
  await expectConversationShown(page);
  await expect(inboxList(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Назад' }).tap();
  await expect(row).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('[TALK-01] filters: unread, groups, and a discipline, whose contacts begin with the group', async ({
  page,
  portal,
}) => {
  await writeMessages(portal, 'teacher', 'student', ['Не прочитано']);
  await signInAs(page, 'student', '/lms/chat');
  const list = inboxList(page);
  const filter = (name: RegExp) => page.getByRole('group', { name: 'Показать' }).getByRole('button', { name });
  await expect(list.getByRole('link', { name: /Не прочитано/ })).toBeVisible();
  const all = await list.getByRole('link').count();
  await filter(/^Непрочитанные/).click();
  await expect(filter(/^Непрочитанные/)).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('link', { name: /Не прочитано/ })).toBeVisible();
  await expect.poll(() => list.getByRole('link').count()).toBeLessThan(all);
  await page.getByRole('button', { name: 'Отметить всё прочитанным' }).click();
  await expect(page.getByText('Непрочитанных нет')).toBeVisible();
  await page.getByRole('button', { name: 'Показать все' }).click();
  await expect(list.getByRole('link')).toHaveCount(all);
  await filter(/^Группы/).click();
  await expect(list.getByRole('link', { name: /группа|Поток/ }).first()).toBeVisible();
  await expect(list.getByRole('link', { name: /Не прочитано/ })).toHaveCount(0);

  await chooseDiscipline(page, /^Базы данных/);
  await expect(chatContactList(page).getByRole('link').first()).toContainText(groupName);
  await expect(chatContactList(page).getByRole('link', { name: teacherName })).toBeVisible();
  await page.getByRole('button', { name: 'Все дисциплины' }).click();
  await expect(list.getByRole('link')).toHaveCount(all);
});

test('[TALK-02] [TALK-01] a word finds the message in whichever conversation, and opens it there with the word marked; a new conversation begins from the list', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/chat');
  const search = page.getByRole('searchbox', { name: 'Люди и сообщения' });
  await search.fill('таблиц МЕНЬШЕ');
  const hit = page.getByRole('region', { name: 'Сообщения' }).getByRole('link').first();
  await expect(hit.locator('mark')).toHaveText(['меньше', 'таблиц']);
  await hit.click();
  await expectConversationShown(page);
  const found = messageBubble(page, 'не меньше трёх таблиц').filter({ has: page.locator('mark') });
  await expect(found).toBeInViewport();
  await expect(found.locator('mark')).toHaveText(['меньше', 'таблиц']);
  await search.fill('данияр асан');
  await page
    .getByRole('region', { name: 'Люди' })
    .getByRole('link', { name: /Асанбаев Данияр/ })
    .click();
  await expectConversationShown(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Асанбаев Д. Н.');
  await search.fill('такогослованет');
  await expect(page.getByText('Ничего не найдено')).toBeVisible();
  await search.fill('');

  await page.getByRole('button', { name: 'Новая переписка' }).click();
  const sheet = page.getByRole('dialog', { name: 'Новая переписка' });
  await sheet.getByRole('button', { name: /^Дисциплина/ }).click();
  await page
    .getByRole('dialog', { name: 'Дисциплина' })
    .getByRole('button', { name: /^Веб-программирование/ })
    .click();
  await sheet.getByRole('link').nth(1).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Сообщений пока нет')).toBeVisible();
  await sendText(page, 'Первое слово');
  await expect(inboxList(page).getByRole('link').first()).toContainText('Вы: Первое слово');
});

test('[TALK-05] a teacher writes one message to several groups of a discipline', async ({ page, browser, baseURL }) => {
  const other = await openOtherBrowserPage(browser, baseURL);
  await signInAs(other, 'student', '/lms/chat');
  await signInAs(page, 'teacher', '/lms/chat');
  await page.getByRole('button', { name: 'Новая переписка' }).click();
  const sheet = page.getByRole('dialog', { name: 'Новая переписка' });
  await sheet.getByRole('button', { name: /^Дисциплина/ }).click();
  await page
    .getByRole('dialog', { name: 'Дисциплина' })
    .getByRole('button', { name: /^Базы данных 2/ })
    .click();
  await sheet.getByRole('button', { name: 'Написать нескольким группам' }).click();
  const write = sheet.getByRole('button', { name: /^Написать выбранным/ });
  await expect(write).toBeDisabled();
  await sheet.getByRole('checkbox', { name: 'ПИ-1-24' }).check();
  await sheet.getByRole('checkbox', { name: 'ПИ-2-24' }).check();
  await sheet.getByRole('textbox', { name: 'Сообщение' }).fill('Обеим группам сразу');
  await write.click();
  await expect(sheet).toHaveCount(0);
  const rows = inboxList(page).getByRole('link', { name: /Обеим группам сразу/ });
  await expect(rows).toHaveCount(2);
  await expect(inboxList(other).getByRole('link', { name: /Обеим группам сразу/ })).toHaveCount(1);
  await other.context().close();
});
