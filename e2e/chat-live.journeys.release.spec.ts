import {
  act,
  bubble,
  field,
  openChat,
  someoneElse,
  student2Name,
  teacherName,
  textsOf,
  write,
} from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[CHAT-11] after being offline everything missed is there once and in order, edits and deletions included', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const other = await someoneElse(browser, baseURL);
  await Promise.all([openChat(page, 'student2', teacherName), openChat(other, 'teacher', student2Name)]);
  await write(
    portal,
    'teacher',
    'student2',
    [1, 2, 3].map((number) => `Было до обрыва ${number}`),
  );
  await expect.poll(() => textsOf(page, 'Было до обрыва')).toHaveLength(3);
  await page.context().setOffline(true);
  // More than one page of messages.
  const wanted = Array.from({ length: 22 }, (_, index) => `Пропущено ${index + 1}`);
  await write(portal, 'teacher', 'student2', wanted);
  await expect(bubble(other, 'Пропущено 22')).toHaveCount(1);
  const changed = bubble(other, 'Было до обрыва 2');
  await changed.scrollIntoViewIfNeeded();
  await act(other, changed, 'Изменить');
  await field(other).fill('Изменено за это время');
  await other.getByRole('button', { name: 'Сохранить' }).click();
  const gone = bubble(other, 'Было до обрыва 3');
  await act(other, gone, 'Удалить сообщение');
  await other.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(gone).toHaveCount(0);

  await page.context().setOffline(false);
  await expect.poll(() => textsOf(page, 'Пропущено')).toEqual(wanted);
  await expect(bubble(page, 'Изменено за это время')).toHaveCount(1);
  expect(await textsOf(page, 'Было до обрыва')).toEqual(['Было до обрыва 1']);
  await other.context().close();
});
