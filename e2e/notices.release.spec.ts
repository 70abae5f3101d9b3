import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { openPageAs } from './support/journal.ts';
import {
  enterMark,
  markAllNoticesSeen,
  moveNextWeekClass,
  notifyOfManyAnnouncements,
  prepareOrder,
  publishAnnouncement,
  signInWithoutBrowser,
} from './support/notices.ts';
import { noticeRow, noticesPath, simulateHiddenPage, unseenNoticeRow } from './support/notices-page.ts';
import { signInAs } from './support/people.ts';
import { swipe } from './support/swipe.ts';
import { expect, test } from './support/test.ts';

test('[NOW-02] announcements and documents lead to themselves, also to what is further down', async ({
  page,
  portal,
}) => {
  const student = await signInWithoutBrowser(portal, 'student');
  const message = 'Найдите меня среди других';
  await publishAnnouncement(portal, message);
  for (let n = 0; n < 12; n++) await publishAnnouncement(portal, `Позже ${n}`);
  await prepareOrder(portal, student);
  await page.addInitScript(simulateHiddenPage);
  await signInAs(page, 'student', noticesPath);
  await noticeRow(page, message).click();
  const item = page.locator('article[aria-current="true"]', { hasText: message });
  await expect(item).toBeInViewport();
  await page.goBack();
  await noticeRow(page, 'Готово').first().click();
  await expect(page.locator('li[aria-current="true"]')).toBeInViewport();
  await page.goBack();
  await expect(noticeRow(page, 'Готово').first()).toBeVisible();
  await expect(unseenNoticeRow(page, 'Готово')).toHaveCount(0);
});

test('[NOW-02] what stays on the page is seen; older ones come by pages', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await markAllNoticesSeen(portal);
  const teacher = await signInWithoutBrowser(portal, 'teacher');
  await notifyOfManyAnnouncements(portal, teacher, 30);
  await signInAs(page, 'teacher', noticesPath);
  await expect(page.locator('a[data-notice]')).toHaveCount(20);
  await expect(unseenNoticeRow(page, 'Страница 30')).toHaveCount(0);
  // What was seen here is seen elsewhere; what never came onto the screen is not.
  const other = await openPageAs(browser, baseURL, 'teacher', noticesPath);
  await other.addInitScript(simulateHiddenPage);
  await other.reload();
  await expect(noticeRow(other, 'Страница 30')).toBeVisible();
  await expect(unseenNoticeRow(other, 'Страница 30')).toHaveCount(0);
  await expect(unseenNoticeRow(other, 'Страница 11')).toBeAttached();
  await other.context().close();
  await page.getByRole('button', { name: 'Показать ещё' }).click();
  await expect(noticeRow(page, 'Страница 5')).toBeAttached();
});

test('[NOW-02] a mark appears by itself, opens the journal at its class, and is seen in another browser @journey', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  const student = await signInWithoutBrowser(portal, 'student');
  await markAllNoticesSeen(portal);
  const other = await openPageAs(browser, baseURL, 'student', noticesPath);
  await other.addInitScript(simulateHiddenPage);
  await other.reload();
  await page.addInitScript(simulateHiddenPage);
  await signInAs(page, 'student', noticesPath);
  await expect(page.getByRole('heading', { name: 'Уведомления', level: 1 })).toBeVisible();
  await enterMark(portal, student.uid, { id_otsenka: 5, isVisited: true });
  await expect(unseenNoticeRow(page, 'Оценка 5')).toBeVisible();
  await expect(unseenNoticeRow(other, 'Оценка 5')).toBeVisible();
  await expectAccessible(page);
  const sameNotice = other.locator(
    `[data-notice="${await unseenNoticeRow(page, 'Оценка 5').getAttribute('data-notice')}"]`,
  );
  await unseenNoticeRow(page, 'Оценка 5').click();
  await page.waitForURL('**/lms/journal**');
  await expect(page.locator('li[aria-current="true"]', { hasText: '5' })).toBeVisible();
  await expect(unseenNoticeRow(other, 'Оценка 5')).toHaveCount(0);
  await expect(sameNotice).toBeVisible();
  await enterMark(portal, student.uid, { isVisited: false });
  await expect(unseenNoticeRow(other, 'Пропуск')).toBeVisible();
  await expect(sameNotice).toHaveCount(0);
  await enterMark(portal, student.uid, { isVisited: true });
  await expect(unseenNoticeRow(other, 'Пропуск')).toHaveCount(0);
  await other.context().close();
});

test('[NOW-02] by keys: arrows go along the rows, E notes one as seen, Enter opens it; all at once by the button', async ({
  page,
  portal,
}) => {
  await markAllNoticesSeen(portal);
  for (const message of ['Первое', 'Второе', 'Третье']) await publishAnnouncement(portal, `Клавиши: ${message}`);
  await page.addInitScript(simulateHiddenPage);
  await signInAs(page, 'student', noticesPath);
  await noticeRow(page, 'Клавиши: Третье').focus();
  await page.keyboard.press('ArrowDown');
  await expect(noticeRow(page, 'Клавиши: Второе')).toBeFocused();
  await page.keyboard.press('KeyE');
  await expect(unseenNoticeRow(page, 'Клавиши: Второе')).toHaveCount(0);
  await expect(unseenNoticeRow(page, 'Клавиши: Третье')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('article[aria-current="true"]', { hasText: 'Клавиши: Третье' })).toBeVisible();
  await page.goBack();
  await expect(unseenNoticeRow(page, 'Клавиши: Первое')).toBeVisible();
  await page.getByRole('button', { name: 'Прочитать всё' }).click();
  await expect(page.locator('[data-new]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Прочитать всё' })).toHaveCount(0);
});

test('[NOW-02] on the phone a row is swiped away from what is new, and restored @phone', async ({ page, portal }) => {
  await markAllNoticesSeen(portal);
  await publishAnnouncement(portal, 'Смахните меня');
  await page.addInitScript(simulateHiddenPage);
  await signInAs(page, 'student', noticesPath);
  await swipe(page, unseenNoticeRow(page, 'Смахните меня'), { x: 300, right: -180 });
  await expect(unseenNoticeRow(page, 'Смахните меня')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${noticesPath}$`));
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(unseenNoticeRow(page, 'Смахните меня')).toBeVisible();
});

test('[NOW-02] [IMPORT-05] on the phone a moved class is shown in two parts, with its room and the whole reason @phone', async ({
  page,
  portal,
}) => {
  const { uid } = await signInWithoutBrowser(portal, 'teacher');
  const moves = [
    ['here', 'В прежней аудитории идёт ремонт'],
    ['free', 'Преподаватель на конференции до конца недели'],
  ] as const;
  const rooms = new Map<string, string>();
  for (const [to, reason] of moves) rooms.set(reason, await moveNextWeekClass(portal, uid, { to, reason }));
  for (const lang of ['ru', 'kg']) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: portal.url }]);
    await signInAs(page, 'teacher', noticesPath);
    for (const [reason, room] of rooms) {
      const row = noticeRow(page, reason);
      const [what, rest] = [row.locator('b'), row.locator('small')];
      await expect(rest).toContainText(new RegExp(lang === 'ru' ? `ауд\\.\\s${room}` : `${room}-\u2060?ауд\\.`));
      // The fonts of the portal may still load, which have other widths.
      for (const part of [what, rest]) await expect.poll(() => isFullyShown(part), `${lang} ${reason}`).toBe(true);
      const [above, below] = [await what.boundingBox(), await rest.boundingBox()];
      expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    }
  }
});

test('[AUTH-15] of a sign-in on a new device all stands in its row, on the narrowest phone and in the panel @both', async ({
  page,
  portal,
}) => {
  const student = await signInWithoutBrowser(portal, 'student');
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const network = {
    ru: 'Главный учебный корпус, общежитие № 2',
    kg: 'Башкы окуу корпусу, № 2 жатакана',
    en: 'Main building, hall no. 2',
  };
  const detail = { device: 'Samsung Internet, Android', address: '2001:db8:85a3:8d3:1319:8a2e:370:7348', network };
  await sql`
    insert into notice (person_id, kind, thing, step, detail, planned)
    values (${student.uid}, 'signInMethods', 987654321, 'device', ${sql.json({ ...detail, count: 12 })}, true)`;
  await sql.end();
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  if (isPhone) await page.setViewportSize({ width: 320, height: 640 });
  for (const [lang, bell] of [
    ['ru', 'Уведомления'],
    ['kg', 'Эскертмелер'],
  ] as const) {
    await page.context().addCookies([{ name: 'lang', value: lang, url: portal.url }]);
    await signInAs(page, 'student', isPhone ? noticesPath : '/lms/profile');
    if (!isPhone) await page.getByRole('button', { name: bell }).click();
    const row = noticeRow(page, detail.address);
    await expect(row).toContainText(network[lang]);
    // The fonts of the portal may still load, which have other widths.
    for (const line of ['b', 'small'])
      await expect.poll(() => isFullyShown(row.locator(line)), `${lang} ${line}`).toBe(true);
  }
});
