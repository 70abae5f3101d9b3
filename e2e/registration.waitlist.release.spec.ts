import postgres from 'postgres';
import { as } from './support/people.ts';
import { cardHeader, disciplineCard, electiveName, pressOption, streamOptions } from './support/registration.ts';
import { expect, test } from './support/test.ts';

test('[REG-06] [REG-09] who waits sees at once that they left the line on another device, and that the office ended the stream', async ({
  page,
  browser,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const lectures = sql`
    select s.id from stream s join discipline d on d.id = s.discipline_id join class_type t on t.id = s.class_type_id
    where d.name_ru = ${electiveName} and t.name_ru = 'Лекция' and s.is_chosen`;
  // Nobody is in the streams, and nothing is entered in their journals: the office may end them.
  await sql`delete from registration_class where stream_id in (${lectures})`;
  await sql`delete from journal_cell where column_id in (
    select k.id from journal_column k join journal_course j on j.id = k.course_id where j.stream_id in (${lectures}))`;
  await sql`update stream set capacity = 0, taken = 0 where id in (${lectures})`;
  await sql.end();
  const other = await browser.newContext({ baseURL: ownPortal.url });
  const second = await other.newPage();
  await as(page, 'student', '/lms/registration', ownPortal.url);
  await as(second, 'student', '/lms/registration', ownPortal.url);
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
  await as(office, 'admin', '/lms/office', ownPortal.url);
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
