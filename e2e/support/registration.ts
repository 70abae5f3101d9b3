import type { Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { isSpringTerm } from './people.ts';
import { expect } from './test.ts';

/** What the named student has still to choose in the term of the tests: an elective, and a discipline of the plan; credits of the plan. */
export const electiveName = isSpringTerm ? 'Социология II' : 'Социология I';
export const plannedDiscipline = isSpringTerm ? /Веб-программирование 2: лекция/ : /Манасоведение: лекция, семинар/;
export const planCredits = isSpringTerm ? 16 : 14;

/** The ids of the lectures of the elective that the students may choose. */
export const findElectiveLectures = (sql: postgres.Sql) => sql`
  select s.id from stream s join discipline d on d.id = s.discipline_id join class_type t on t.id = s.class_type_id
  where d.name_ru = ${electiveName} and t.name_ru = 'Лекция' and s.is_chosen`;

/** The card of a discipline. */
export const disciplineCard = (page: Page, discipline: string) =>
  page.getByRole('region', { name: discipline, exact: true });

/** What opens and closes the card of a discipline. */
export const cardHeader = (page: Page, discipline: string) =>
  disciplineCard(page, discipline).getByRole('button').first();

/** The streams of a class type in an open card. */
export const streamOptions = (page: Page, discipline: string, classType: string) =>
  disciplineCard(page, discipline).getByRole('group', { name: classType }).getByRole('radio');

/** The button in the foot. */
export const reviewButton = (page: Page) => page.getByRole('button', { name: 'Проверить и подтвердить' });

/** The button that registers. */
export const confirmButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' });

/** The disciplines that the student is registered for. */
export const registeredDisciplines = (page: Page, discipline: string) =>
  page.getByRole('region', { name: 'Вы записаны' }).getByRole('listitem').filter({ hasText: discipline });

/** Presses an option; on the phone it may lie below the foot that stays. */
export async function pressOption(option: Locator): Promise<void> {
  await option.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await option.click({ force: true });
}

/** Chooses both class types of the elective: of the lecture there is only one stream. */
export async function chooseElective(page: Page): Promise<void> {
  await cardHeader(page, electiveName).click();
  await pressOption(streamOptions(page, electiveName, 'Практика').first());
  await expect(cardHeader(page, electiveName)).toHaveAttribute('aria-expanded', 'false');
}

/** Gives a registration back, on the page of what one is registered for. */
export async function removeRegistration(page: Page, discipline: string): Promise<void> {
  await registeredDisciplines(page, discipline).getByRole('button').first().click();
  await page.getByRole('button', { name: `Удалить регистрацию: ${discipline}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(registeredDisciplines(page, discipline)).toHaveCount(0);
}

/** Gives every registration for the elective back, whatever a test left. */
export async function removeElectiveRegistrations(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`with gone as (select r.id from registration r join discipline d on d.id = r.discipline_id
      where d.name_ru = ${electiveName} and r.created_at > (select min(created_at) from registration)),
    classes as (delete from registration_class where registration_id in (select id from gone) returning stream_id)
    update stream set taken = taken - (select count(*) from classes where stream_id = stream.id)
    where id in (select stream_id from classes)`;
  await sql`delete from registration r using discipline d where d.id = r.discipline_id and d.name_ru = ${electiveName}
    and not exists (select from registration_class c where c.registration_id = r.id)`;
  await sql.end();
}
