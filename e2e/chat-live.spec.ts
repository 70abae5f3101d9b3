import {
  bubble,
  field,
  groupName,
  openChat,
  say,
  shown,
  someoneElse,
  student2Name,
  teacherName,
  textsOf,
  unsent,
} from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-11] after being offline everything missed is there once and in order, edits and deletions included', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'student2', teacherName), openChat(other, 'teacher', student2Name)]);
  for (const number of [1, 2, 3]) await say(other, `Было до обрыва ${number}`);
  await expect.poll(() => textsOf(page, 'Было до обрыва')).toHaveLength(3);
  await page.context().setOffline(true);
  for (let number = 1; number <= 22; number++) {
    await say(other, `Пропущено ${number}`);
    await expect(field(other)).toHaveValue('');
  }
  await expect(unsent(other)).toHaveCount(0);
  const changed = bubble(other, 'Было до обрыва 2');
  await changed.scrollIntoViewIfNeeded();
  await changed.hover();
  await changed.getByRole('button', { name: 'Изменить' }).click();
  await field(other).fill('Изменено за это время');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  const gone = bubble(other, 'Было до обрыва 3');
  await gone.hover();
  await gone.getByRole('button', { name: 'Удалить сообщение' }).click();
  await other.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(gone).toHaveCount(0);

  await page.context().setOffline(false);
  const wanted = Array.from({ length: 22 }, (_, index) => `Пропущено ${index + 1}`);
  await expect.poll(() => textsOf(page, 'Пропущено'), { timeout: 30_000 }).toEqual(wanted);
  await expect(bubble(page, 'Изменено за это время')).toHaveCount(1);
  expect(await textsOf(page, 'Было до обрыва')).toEqual(['Было до обрыва 1']);
  await other.context().close();
});

test('[CHAT-11] ten tabs of one browser: what is written in any tab or elsewhere is in each of them, once', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await openChat(page, 'student', groupName);
  const address = page.url();
  const tabs = [page];
  while (tabs.length < 10) {
    const tab = await page.context().newPage();
    await tab.goto(address);
    await shown(tab);
    tabs.push(tab);
  }
  const all = async (text: string) => {
    for (const tab of tabs) await expect(bubble(tab, text)).toHaveCount(1);
  };
  const other = await someoneElse(browser, baseURL);
  await openChat(other, 'teacher', groupName);
  await say(other, 'Во все десять вкладок');
  await all('Во все десять вкладок');
  await say(tabs[6] ?? page, 'Из седьмой вкладки');
  await all('Из седьмой вкладки');
  await expect(bubble(other, 'Из седьмой вкладки')).toHaveCount(1);
  // The first tab holds the line and the outbox; another takes over.
  await page.close();
  tabs.shift();
  await say(tabs[0] ?? page, 'После закрытой вкладки');
  await all('После закрытой вкладки');
  await say(other, 'И ещё раз всем');
  await all('И ещё раз всем');
  await other.context().close();
});
