import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import postgres, { type Sql } from 'postgres';
import { notifyAllAffectedPeople } from '../server/import/runs.ts';
import { copyTablesForSnapshot } from '../server/import/snapshots.ts';
import { collectAffectedPeople } from '../server/notices/affected.queries.ts';
import { storeImportNotices } from '../server/notices/import-notices.queries.ts';
import { addImportRun } from '../server/test/factories/import-runs.ts';
import { grantPermissions } from '../server/test/factories/permissions.ts';
import { createClassToday, readSlotTimes, timestampToday, today } from './support/classes.ts';
import { enterMark, publishAnnouncement, signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

const { chat, discipline, singlewindow } = callsByRoom;
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Changes the timetable as an import does, which tells those whom it concerns. */
async function asImport(sql: Sql, change: (db: Sql) => Promise<unknown>): Promise<void> {
  await sql.begin(async (db) => {
    await copyTablesForSnapshot(db, new Set(['lesson', 'lesson_group', 'pair_slot']));
    await change(db as unknown as Sql);
    await collectAffectedPeople(db, today(), { timetable: true, groups: false, streams: false });
    const run = await addImportRun(db);
    await storeImportNotices(db, { run, undoes: null, silent: false });
  });
  await notifyAllAffectedPeople(sql);
}

/** Fails when the page reloads between now and the end of the test. */
async function stays(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  return async () => expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true);
}

test('[NOW-01] [NOW-02] a mark, an announcement and a message show on a student’s day by themselves @also-phone', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'student', '/lms', ownPortal.url);
  const fresh = region(page, /^Новое/);
  await expect(fresh.locator('[aria-busy=true]')).toHaveCount(0);
  const stayed = await stays(page);
  const [student, teacher] = await Promise.all([
    signInWithoutBrowser(ownPortal, 'student'),
    signInWithoutBrowser(ownPortal, 'teacher'),
  ]);
  await enterMark(ownPortal, student.uid, { id_otsenka: 4, isVisited: true });
  await expect(fresh.getByRole('link', { name: /^Оценка 4/ })).toBeVisible();
  await publishAnnouncement(ownPortal, 'Сбор у корпуса');
  await expect(fresh.getByRole('link', { name: /Сбор у корпуса/ })).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) > 900)
    await expect(page.getByRole('article').filter({ hasText: 'Сбор у корпуса' })).toBeVisible();
  const [year] = await student.get(discipline.currentYear);
  const [term] = await student.get(discipline.currentTerm);
  const of = { year: year?.id_a_year, semester: term?.id_ws, discipline: 29, kredit: 5 };
  await teacher.get(chat.insert, { ...of, currentContactId: student.uid, message: 'Зайдите в 214' });
  const message = fresh.getByRole('link', { name: /Зайдите в 214/ });
  await expect(message).toBeVisible();
  // With the picture that the list of conversations shows.
  await expect(message.locator('img')).toBeVisible();
  await teacher.get(chat.insert, { ...of, currentContactId: student.uid, message: 'До обеда' });
  await expect(fresh.getByRole('link', { name: /До обеда/ })).toBeVisible();
  await expect(message, 'it is still one row').toHaveCount(0);
  await student.get(chat.readEverything);
  await expect(fresh.getByRole('link', { name: /До обеда/ })).toHaveCount(0);
  await stayed();
});

test('[NOW-01] a class that is moved or cancelled changes the day of its teacher by itself @also-phone', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`delete from lesson_group`;
  await sql`delete from lesson where day_number = extract(isodow from ${today()}::date)`;
  const made = await createClassToday(ownPortal, 5);
  await page.clock.setFixedTime(timestampToday((await readSlotTimes(ownPortal, 5)).during));
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  const card = region(page, /Сейчас/);
  await expect(card).toContainText(made.discipline);
  const stayed = await stays(page);
  const [room] = await sql<{ id: number; number: string }[]>`select max(id) as id, max(number) as number from auditorium
    where id = (select max(id) from auditorium)`;
  await asImport(sql, (db) => db`update lesson set auditorium_id = ${room?.id ?? 0} where code = 'lead-5'`);
  await expect(card).toContainText(`ауд. ${room?.number}`);
  await asImport(sql, (db) => db`update lesson set slot_id = 6 where code = 'lead-5'`);
  await expect(card).toHaveCount(0);
  await asImport(sql, async (db) => {
    await db`delete from lesson_group`;
    await db`delete from lesson where code = 'lead-5'`;
  });
  await expect(page.getByText('Сегодня занятий нет')).toBeVisible();
  await stayed();
  await sql.end();
});

test('[NOW-06] the figures of a desk and of the portal change by themselves', async ({ page, ownPortal, browser }) => {
  await signInAs(page, 'clerk', '/lms', ownPortal.url);
  await expect(region(page, 'Ждут вас')).toBeVisible();
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await signInAs(other, 'admin', '/lms', ownPortal.url);
  const entries = region(other, 'Последние действия');
  await expect(entries).toBeVisible();
  const [stayed, stayedToo] = [await stays(page), await stays(other)];
  const student = await signInWithoutBrowser(ownPortal, 'student');
  const [document] = await student.get(singlewindow.documents);
  const [area] = await student.get(singlewindow.regions);
  const [district] = await student.get(singlewindow.districts, { id_oblast: area?.id_oblast });
  await student.get(singlewindow.save, { ...document, ...area, ...district });
  // Its invented people order too, so that nobody knows the whole number.
  for (const one of [page, other]) {
    const row = region(one, 'Заказы, самые старые')
      .getByRole('link')
      .filter({ hasText: 'Төлөгөнова Айгүл' })
      .filter({ hasText: document?.okno_document ?? '?' });
    await expect(row).toBeVisible();
    const all = await region(one, 'Заказы, самые старые')
      .getByRole('link', { name: /^Все \d+$/ })
      .textContent();
    await expect(region(one, 'Ждут вас').getByRole('link', { name: /новы/ })).toContainText(
      all?.replace(/\D/g, '') ?? '?',
    );
  }
  // As a command on the server gives it.
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await grantPermissions(sql, 'clerk', 'umk');
  await sql.end();
  await expect(entries.getByRole('listitem').first()).toContainText('Дано право «Материалы»');
  await expect(entries.getByRole('listitem').first()).toContainText('с сервера · Иванченко О. П.');
  await stayed();
  await stayedToo();
  await context.close();
});
