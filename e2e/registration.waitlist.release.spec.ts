import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import {
  cardHeader,
  confirmButton,
  disciplineCard,
  electiveName,
  findElectiveLectures,
  pressOption,
  registeredDisciplines,
  reviewButton,
  streamOptions,
} from './support/registration.ts';
import { expect, test } from './support/test.ts';

test('[REG-06] [REG-09] who waits sees at once that they left the line on another device, and that the office ended the stream', async ({
  page,
  browser,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const lectures = findElectiveLectures(sql);
  // Nobody is in the streams, and nothing is entered in their journals: the office may end them.
  await sql`delete from registration_class where stream_id in (${lectures})`;
  await sql`delete from journal_cell where column_id in (
    select k.id from journal_column k join journal_course j on j.id = k.course_id where j.stream_id in (${lectures}))`;
  await sql`update stream set capacity = 0, taken = 0 where id in (${lectures})`;
  await sql.end();
  const other = await browser.newContext({ baseURL: ownPortal.url });
  const second = await other.newPage();
  await signInAs(page, 'student', '/lms/registration', ownPortal.url);
  await signInAs(second, 'student', '/lms/registration', ownPortal.url);
  const [card, cardElsewhere] = [disciplineCard(page, electiveName), disciplineCard(second, electiveName)];
  await cardHeader(page, electiveName).click();
  await cardHeader(second, electiveName).click();
  const lecture = streamOptions(second, electiveName, 'Лекция').first();
  const joinLine = async () => {
    await pressOption(lecture);
    await second.getByRole('alertdialog').getByRole('button', { name: 'Встать в очередь' }).click();
    await expect(card.getByText('в очереди, 1-й')).toBeVisible();
  };
  await joinLine();
  await expect(cardElsewhere.getByText('в очереди, 1-й')).toBeVisible();
  await pressOption(lecture);
  await second.getByRole('alertdialog').getByRole('button', { name: 'Выйти из очереди' }).click();
  await expect(card.getByText('в очереди, 1-й')).toHaveCount(0);

  await joinLine();
  const streams = streamOptions(page, electiveName, 'Лекция');
  const before = await streams.count();
  await other.close();
  const third = await browser.newContext({ baseURL: ownPortal.url });
  const office = await third.newPage();
  await signInAs(office, 'admin', '/lms/office', ownPortal.url);
  await office.getByRole('searchbox', { name: 'Дисциплина, преподаватель или поток' }).fill(electiveName);
  await office
    .getByRole('button', { name: new RegExp(`^${electiveName} .*0 из 0`) })
    .first()
    .click();
  const dialog = office.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Закрыть поток' }).click();
  const end = dialog.getByRole('form', { name: 'Закрыть поток' });
  await end.getByLabel('Основание').fill('Преподаватель болен');
  await end.getByRole('button', { name: 'Закрыть поток' }).click();
  await expect(office.getByText('Поток закрыт', { exact: true }).first()).toBeVisible();
  await expect(card.getByText('в очереди, 1-й')).toHaveCount(0);
  await expect(streams).toHaveCount(before - 1);
  await third.close();
});

test('[REG-06] [REG-03] who only waits for a seat sees that, and that all is chosen when the seat has come', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  // The elective alone is still to be chosen, and its lecture is full.
  const planned = sql`
    select s.id from stream s join discipline d on d.id = s.discipline_id where d.name_ru = 'Манасоведение'`;
  await sql`delete from registration_class where stream_id in (${planned})`;
  await sql`update stream set taken = 0, closed_at = now() where id in (${planned})`;
  await sql`update stream set capacity = taken where id in (${findElectiveLectures(sql)})`;
  await signInAs(page, 'student', '/lms/registration', ownPortal.url);
  await cardHeader(page, electiveName).click();
  await pressOption(streamOptions(page, electiveName, 'Лекция').first());
  await page.getByRole('alertdialog').getByRole('button', { name: 'Встать в очередь' }).click();
  await expect(disciplineCard(page, electiveName).getByText('в очереди, 1-й')).toBeVisible();
  await pressOption(streamOptions(page, electiveName, 'Практика').first());
  const [waits, done] = [page.getByText('осталось: место в очереди'), page.getByText('Вы записаны на всё по плану')];
  await expect(waits).toBeVisible();
  await expect(done).toHaveCount(0);
  await reviewButton(page).click();
  await confirmButton(page).click();
  await expect(registeredDisciplines(page, electiveName)).toBeVisible();
  await page.goto(`${ownPortal.url}/lms/registration`);
  await expect(waits).toBeVisible();
  await expect(done).toHaveCount(0);

  const [full] = await sql<{ id: number; capacity: number }[]>`
    select s.id, s.capacity from registration_waiting w join stream s on s.id = w.stream_id
    join account a on a.person_id = w.student_id where a.login = 'student'`;
  await sql.end();
  const office = await signInWithoutBrowser(ownPortal, 'admin');
  await office.get(callsByRoom.registration.officeSeats, {
    ...{ subgroup: full?.id, capacity: (full?.capacity ?? 0) + 1, reason: 'Аудитория больше' },
  });
  await expect(done).toBeVisible();
  await expect(waits).toHaveCount(0);
});
