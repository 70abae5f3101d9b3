import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { createClassToday, moveStudentToGroup, readSlotTimes, timestampToday } from './support/classes.ts';
import { enterMark, signInWithoutBrowser } from './support/notices.ts';
import { passwords, signInAs } from './support/people.ts';
import { startPageTapCount } from './support/tap-count.ts';
import { expect, test } from './support/test.ts';

/** What people do every day, counted: each press of a finger, the choice in a list as two. */

const { chat, discipline, singlewindow } = callsByRoom;

test('[AUTH-01] [AUTH-13] one signs in by a password, of the portal or of a directory, in three taps @phone', async ({
  page,
}) => {
  await page.goto('/lms/login');
  const taps = await startPageTapCount(page);
  await page.getByLabel('Логин').tap();
  await page.keyboard.type('student');
  await page.getByLabel('Пароль', { exact: true }).tap();
  await page.keyboard.type(passwords.student);
  await page.getByRole('button', { name: 'Войти', exact: true }).tap();
  await expect(page).toHaveURL(/\/lms\/?$/);
  expect(await taps()).toBeLessThanOrEqual(3);
});

test('[NOW-02] a new mark is seen without a tap @phone', async ({ page, portal }) => {
  const student = await signInWithoutBrowser(portal, 'student');
  await enterMark(portal, student.uid, { id_otsenka: 5, isVisited: true });
  await signInAs(page, 'student', '/lms');
  await expect(page.getByRole('main').getByText('Оценка 5').first()).toBeVisible();
});

test('[NOW-01] [TALK-01] an unread message of whichever discipline is opened in one tap @phone', async ({
  page,
  ownPortal,
}) => {
  const teacher = await signInWithoutBrowser(ownPortal, 'teacher');
  const student = await signInWithoutBrowser(ownPortal, 'student');
  const [term] = await teacher.get(discipline.currentTerm);
  const [year] = await teacher.get(discipline.currentYear);
  await teacher.get(chat.insert, {
    ...{ year: year?.id_a_year ?? 0, semester: term?.id_ws ?? 0, discipline: 29, kredit: 5 },
    currentContactId: student.uid,
    message: 'Ещё не прочитано',
  });
  await signInAs(page, 'student', '/lms', ownPortal.url);
  const taps = await startPageTapCount(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ещё не прочитано/ })
    .tap();
  await expect(page.getByRole('log').getByText('Ещё не прочитано')).toBeVisible();
  expect(await taps()).toBe(1);
});

test('[FIND-01] a book is found by a word inside it in two taps @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms');
  const taps = await startPageTapCount(page);
  await page.getByRole('button', { name: 'Поиск', exact: true }).first().tap();
  await page.getByRole('combobox').fill('вероятность');
  await page
    .getByRole('group', { name: /Книги|Материалы/ })
    .getByRole('option')
    .first()
    .tap();
  await expect(page).toHaveURL(/read=/);
  expect(await taps()).toBeLessThanOrEqual(2);
});

test('[ORD-02] a certificate is ordered in four taps where region and district are those of the last order @phone', async ({
  page,
  ownPortal,
}) => {
  const student = await signInWithoutBrowser(ownPortal, 'student');
  await student.get(singlewindow.save, { id_okno_document: 2, id_oblast: 3, id_raion: await districtOf(ownPortal, 3) });
  await signInAs(page, 'student', '/lms/singlewindow', ownPortal.url);
  const taps = await startPageTapCount(page);
  await page.getByRole('button', { name: 'Новый заказ' }).tap();
  const document = page.getByRole('combobox', { name: 'Документ' });
  await document.tap();
  // The phone's own list: the choice in it is a further tap.
  await document.selectOption('1');
  await page.getByRole('button', { name: 'Заказать', exact: true }).tap();
  await expect(page.getByRole('status').filter({ hasText: 'Документ заказан' })).toBeVisible();
  expect((await taps()) + 1).toBeLessThanOrEqual(4);
});

test('[PAY-01] a payment code is on the screen after four taps from the start page @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms');
  const taps = await startPageTapCount(page);
  await page.getByRole('main').getByRole('link', { name: 'Код оплаты' }).tap();
  const service = page.getByRole('combobox', { name: 'Услуга' });
  await service.tap();
  // The phone's own list: the choice in it is a further tap.
  await service.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Получить код' }).tap();
  await expect(page.getByText(/^\d{11}$/)).toBeInViewport();
  expect((await taps()) + 1).toBeLessThanOrEqual(4);
});

/** Any district of a region. */
async function districtOf({ databaseUrl }: { databaseUrl: string }, region: number): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ id: number }[]>`select min(id) as id from district where region_id = ${region}`;
  await sql.end();
  return row?.id ?? 0;
}

const card = (page: Page) => page.getByRole('region', { name: /Сейчас/ });

test('[NOW-03] [JRN-12] the class going on is marked in two taps @phone', async ({ page, ownPortal }) => {
  await createClassToday(ownPortal, 5);
  await page.clock.setFixedTime(timestampToday((await readSlotTimes(ownPortal, 5)).during));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  const taps = await startPageTapCount(page);
  await card(page)
    .getByRole('link', { name: /^Отметить/ })
    .tap();
  await page.getByRole('button', { name: 'Все присутствуют' }).tap();
  await expect(page.getByText(/^отмечены (\d+) из \1 ·/)).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(2);
});

test('[NOW-01] [TALK-01] the teacher of the class going on is written to in two taps @phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`delete from lesson_group`;
  await sql`delete from lesson`;
  await sql.end();
  const made = await createClassToday(ownPortal, 5);
  await moveStudentToGroup(made, 'student', ownPortal);
  await page.clock.setFixedTime(timestampToday((await readSlotTimes(ownPortal, 5)).during));
  await signInAs(page, 'student', '/lms', ownPortal.url);
  const taps = await startPageTapCount(page);
  await card(page).getByRole('link', { name: 'Написать' }).tap();
  const field = page.getByRole('textbox', { name: /Сообщение/ });
  await field.tap();
  await expect(field).toBeFocused();
  expect(await taps()).toBeLessThanOrEqual(2);
});

test('[NOW-01] [UMK-02] a file of the class going on is read in two taps @phone', async ({ page, ownPortal }) => {
  const made = await createClassToday(ownPortal, 5);
  await moveStudentToGroup(made, 'student', ownPortal);
  await page.clock.setFixedTime(timestampToday((await readSlotTimes(ownPortal, 5)).during));
  await signInAs(page, 'student', '/lms', ownPortal.url);
  const taps = await startPageTapCount(page);
  await card(page).getByRole('link', { name: 'Материалы' }).tap();
  await page.locator('[data-material]').first().getByRole('button').first().tap();
  await expect(page).toHaveURL(/read=/);
  expect(await taps()).toBeLessThanOrEqual(2);
});
