import { inCourse, signIn } from './support/people.ts';
import { choose, field, inboxOf, say, shown, someoneElse, studentName } from './support/talk.ts';
import { expect, test } from './support/test.ts';

test('[TALK-01] J and K move in the list by the place of the key, Enter opens, Esc leads back to it', async ({
  page,
}) => {
  await signIn(page, 'student', '/lms/chat');
  const rows = inboxOf(page).getByRole('link');
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
  await shown(page);
  await expect(field(page)).toBeFocused();
  // Where something is typed a key is a letter.
  await page.keyboard.type('jk');
  await expect(field(page)).toHaveValue('jk');
  await field(page).fill('');
  await page.keyboard.press('Escape');
  const open = inboxOf(page).locator('a[aria-current]');
  await expect(open).toBeFocused();
  expect(name).toContain((await open.innerText()).split('\n')[0] ?? '?');
});

test('[TALK-01] the slash searches in the list, C begins a conversation, Alt with an arrow opens what is unread', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await someoneElse(browser, baseURL);
  await signIn(other, 'teacher', inCourse('/lms/chat'));
  await choose(other, studentName);
  await say(other, 'Для клавиши Alt');
  await signIn(page, 'student', '/lms/chat');
  await expect(inboxOf(page).getByRole('link', { name: /Для клавиши Alt/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Люди и сообщения' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Люди и сообщения' }).blur();
  await page.keyboard.press('Alt+ArrowDown');
  await shown(page);
  await expect(inboxOf(page).locator('a[aria-current]')).toContainText('Для клавиши Alt');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Новая переписка' })).toBeVisible();
  await other.context().close();
});

test('[TALK-01] on the phone a row that is swiped to the left is read, then muted, which can be undone', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...{ baseURL: baseURL ?? '', locale: 'ru-RU', timezoneId: 'Asia/Bishkek' },
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  });
  const page = await context.newPage();
  const other = await someoneElse(browser, baseURL);
  await signIn(other, 'teacher', inCourse('/lms/chat'));
  await choose(other, studentName);
  await say(other, 'Смахнуть');
  await signIn(page, 'student', '/lms/chat');
  const row = inboxOf(page).getByRole('link', { name: /Смахнуть/ });
  await expect(row).toContainText(/\d+ нов/);
  const line = await context.newCDPSession(page);
  const swipe = async () => {
    const box = await row.boundingBox();
    if (!box) throw new Error('the row is not there');
    const [x, y] = [box.x + box.width - 40, box.y + box.height / 2];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
      line.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - by, y }] });
    await touch('touchStart', 0);
    for (const by of [20, 60, 120, 160]) await touch('touchMove', by);
    await touch('touchEnd', 160);
  };
  await swipe();
  await expect(page.getByText('Отмечено прочитанным')).toBeVisible();
  await expect(row).not.toContainText(/\d+ нов/);
  await swipe();
  await expect(row.getByText('уведомления отключены')).toBeAttached();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(row.getByText('уведомления отключены')).toHaveCount(0);
  await Promise.all([context.close(), other.context().close()]);
});
