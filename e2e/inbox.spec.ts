import { as, inCourse } from './support/people.ts';
import {
  bubble,
  choose,
  chooseDiscipline,
  contactsOf,
  field,
  groupName,
  inboxOf,
  readAll,
  say,
  shown,
  someoneElse,
  studentName,
  teacherName,
  unsent,
  write,
} from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] all conversations in one list, latest first and live; a press opens one @journey', async ({
  page,
  browser,
  baseURL,
}) => {
  await as(page, 'student', '/lms/chat');
  const rows = inboxOf(page).getByRole('link');
  await expect(rows.nth(3)).toBeVisible();
  await expect(page.getByText('Выберите переписку')).toBeVisible();
  const other = await someoneElse(browser, baseURL);
  await as(other, 'teacher', inCourse('/lms/chat'));
  await choose(other, studentName);
  await say(other, 'Самое новое сообщение');
  await expect(rows.first()).toContainText('Самое новое сообщение');
  await expect(rows.first()).toContainText(/\d+ нов/);
  await choose(other, groupName);
  await say(other, 'Теперь группа новее');
  await expect(rows.first()).toContainText('Асанбаев Данияр: Теперь группа новее');
  await expect(rows.first()).toContainText('группа ПИ-1-24');
  const second = rows.nth(1);
  await expect(second).toContainText('Самое новое сообщение');
  await second.click();
  await shown(page);
  await expect(bubble(page, 'Самое новое сообщение')).toBeVisible();
  await expect(second).toHaveAttribute('aria-current', /true|page/);
  await expect(second).not.toContainText(/\d+ нов/);
  await say(page, 'Ответ из списка');
  await expect(rows.first()).toContainText('Вы: Ответ из списка');
  await expect(rows.first()).toContainText('отправлено');
  await choose(other, studentName);
  await expect(bubble(other, 'Ответ из списка')).toBeVisible();
  // It may stand below others that wait, which other tests have left there.
  await readAll(other);
  await expect(rows.first()).toContainText('прочитано');
  await other.context().close();
});

test('[TALK-01] filters: unread, groups, and a discipline, whose contacts begin with the group', async ({
  page,
  portal,
}) => {
  await write(portal, 'teacher', 'student', ['Не прочитано']);
  await as(page, 'student', '/lms/chat');
  const list = inboxOf(page);
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
  await expect(contactsOf(page).getByRole('link').first()).toContainText(groupName);
  await expect(contactsOf(page).getByRole('link', { name: teacherName })).toBeVisible();
  await page.getByRole('button', { name: 'Все дисциплины' }).click();
  await expect(list.getByRole('link')).toHaveCount(all);
});

test('[TALK-02] [TALK-01] a word finds the message in whichever conversation, and opens it there with the word marked; a new conversation begins from the list', async ({
  page,
}) => {
  await as(page, 'student', '/lms/chat');
  const search = page.getByRole('searchbox', { name: 'Люди и сообщения' });
  await search.fill('таблиц МЕНЬШЕ');
  const hit = page.getByRole('region', { name: 'Сообщения' }).getByRole('link').first();
  await expect(hit.locator('mark')).toHaveText(['меньше', 'таблиц']);
  await hit.click();
  await shown(page);
  const found = bubble(page, 'не меньше трёх таблиц').filter({ has: page.locator('mark') });
  await expect(found).toBeInViewport();
  await expect(found.locator('mark')).toHaveText(['меньше', 'таблиц']);
  await search.fill('данияр асан');
  await page
    .getByRole('region', { name: 'Люди' })
    .getByRole('link', { name: /Асанбаев Данияр/ })
    .click();
  await shown(page);
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
  await say(page, 'Первое слово');
  await expect(inboxOf(page).getByRole('link').first()).toContainText('Вы: Первое слово');
});

test('[TALK-05] a teacher writes one message to several groups of a discipline', async ({ page, browser, baseURL }) => {
  const other = await someoneElse(browser, baseURL);
  await as(other, 'student', '/lms/chat');
  await as(page, 'teacher', '/lms/chat');
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
  const rows = inboxOf(page).getByRole('link', { name: /Обеим группам сразу/ });
  await expect(rows).toHaveCount(2);
  await expect(inboxOf(other).getByRole('link', { name: /Обеим группам сразу/ })).toHaveCount(1);
  await other.context().close();
});

test('[TALK-06] what waits in a conversation that was never opened here is seen in the list and in it', async ({
  page,
}) => {
  await as(page, 'student', inCourse('/lms/chat'));
  await expect(contactsOf(page).getByRole('link', { name: teacherName })).toBeVisible();
  await page.route(/\/api\/chat\//, (route) => route.abort('connectionreset'));
  await contactsOf(page).getByRole('link', { name: teacherName }).click();
  await expect(field(page)).toBeVisible();
  await field(page).fill('Отправится потом');
  await page.getByRole('button', { name: 'Отправить' }).click();
  await expect(unsent(page)).toContainText('Отправится потом');
  await page.goto('/lms/chat');
  const row = page.getByRole('link', { name: /отправляется: Отправится потом/ });
  await expect(row).toBeVisible();
  await row.click();
  await expect(unsent(page)).toContainText('Отправится потом');
  await page.unroute(/\/api\/chat\//);
  await expect(bubble(page, 'Отправится потом')).toHaveCount(1);
  await expect(inboxOf(page).getByRole('link').first()).toContainText('Вы: Отправится потом');
});
