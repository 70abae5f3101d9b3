import { weekdayNumber } from '@bilim/contract/term-calendar.ts';
import { expect, type Page } from '@playwright/test';
import postgres from 'postgres';
import { createLesson, type TaughtCourse } from '../../server/test/factories/lessons.ts';
import { testDay as firstDay } from '../../server/test/moment.ts';
import type { Portal } from './portal.ts';

/** Today at the university, YYYY-MM-DD. */
export const today = () => firstDay;
/** A moment of today at the university. */
export const timestampToday = (time: string) => `${today()}T${time}:00+06:00`;

export interface CreatedClass {
  discipline: string;
  id: number;
  credits: string;
  type: string;
  typeId: number;
  group: string;
  groupId: number;
}

/**
 * Takes what the invented university has on this weekday, whichever it is: its classes, and what its people have entered
 * of today already.
 */
async function emptyToday(sql: postgres.Sql): Promise<void> {
  const weekdays = sql`select id from lesson where day_number = ${weekdayNumber(today())} and code not like 'lead-%'`;
  await sql`delete from lesson_group where lesson_id in (${weekdays})`;
  await sql`delete from lesson where id in (${weekdays})`;
  await sql`
    update journal_cell set deleted = true, visited = null, mark_id = null
    where column_id in (select id from journal_column where visit_date = ${today()})`;
}

/**
 * Gives the named teacher a class of today, the only one there is: of the last of the own disciplines by alphabet, of a class type that is not
 * its first, to a group that is not the first of the list.
 */
export async function createClassToday(portal: Portal, slot: number): Promise<CreatedClass> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await emptyToday(sql);
  const [made] = await sql<(CreatedClass & TaughtCourse)[]>`
    select l.*, d.name_ru as discipline, d.id, trim_scale(l.credits)::text as credits, t.name_ru as type,
      t.id as "typeId", g.name as group, g.id as "groupId"
    from group_load l
    join account a on a.person_id = l.teacher_id and a.login = 'teacher'
    join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and today() between c.starts_on and c.ends_on
    join discipline d on d.id = l.discipline_id join study_group g on g.id = l.group_id
    join class_type t on t.id = l.class_type_id
    order by d.name_ru desc, g.name desc, l.class_type_id desc limit 1`;
  if (made) {
    await createLesson(sql, made, { code: `lead-${slot}`, slot_id: slot, only_date: today() }, [made.groupId]);
  }
  await sql.end();
  if (!made) throw new Error('the teacher has no load');
  return made;
}

/** Makes a named student one of the class's group. */
export async function moveStudentToGroup({ groupId }: CreatedClass, login: string, portal: Portal): Promise<void> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`
    update group_membership set group_id = ${groupId}
    where ends_on is null and student_id = (select person_id from account where login = ${login})`;
  await sql.end();
}

/** Begin of a slot of the timetable. */
export async function readSlotTimes(portal: Portal, slot: number): Promise<{ starts: string; during: string }> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ starts: string }[]>`select starts_at as starts from pair_slot where id = ${slot}`;
  await sql.end();
  const starts = row?.starts.slice(0, 5) ?? '';
  return { starts, during: `${starts.slice(0, 3)}${String(Number(starts.slice(3)) + 10).padStart(2, '0')}` };
}

/** The journal shows that class, with a column of today that takes the next key. */
export async function expectJournalReady(page: Page, { discipline, group, type }: CreatedClass): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(`${discipline} · ${group}`);
  // Its name there is how people call it: «Практика» of «Практическое занятие».
  const types = page.getByRole('group', { name: 'Вид занятия' });
  const chosen = types.getByRole('button', { name: new RegExp(`^${type.slice(0, 4)}`) });
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  const [, month, number] = today().split('-');
  const head = page.locator('thead th', { hasText: `${number}.${month}` }).last();
  await expect(head).toBeVisible();
  const place = (await page.locator('thead th').allTextContents()).indexOf((await head.textContent()) ?? '') - 1;
  await expect(page.locator(`tr[data-r="0"] td[data-c="${place}"]`)).toBeFocused();
}

/** A class that the named teacher gives to two groups together. */
export interface CombinedClassFixture {
  discipline: string;
  id: number;
  groups: [{ id: number; name: string }, { id: number; name: string }];
}

/**
 * Makes a lecture of today for two groups of the named teacher the only class there is, but for one that the second of them
 * has alone in the first slot: for this group the combined class is the second one of the day.
 */
export async function createCombinedClassToday(portal: Portal, slot: number): Promise<CombinedClassFixture> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`delete from lesson_group`;
  await sql`delete from lesson`;
  await emptyToday(sql);
  const loads = await sql<(TaughtCourse & { discipline: string; id: number; group: number; name: string })[]>`
    with own as (
      select l.* from group_load l
      join account a on a.person_id = l.teacher_id and a.login = 'teacher'
      join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and today() between c.starts_on and c.ends_on
      where l.class_type_id = 1
        and not exists (select from stream s where s.discipline_id = l.discipline_id and s.year_id = l.year_id)),
    model as (
      select year_id, term_id, discipline_id, credits, class_type_id, teacher_id, array_agg(group_id) as groups from own
      group by year_id, term_id, discipline_id, credits, class_type_id, teacher_id having count(*) > 1
      order by discipline_id limit 1)
    select m.*, d.name_ru as discipline, d.id, g.id as group, g.name
    from model m join discipline d on d.id = m.discipline_id join study_group g on g.id = any (m.groups)
    order by g.name limit 2`;
  const [first, second] = loads;
  if (!first || !second) throw new Error('the teacher has no discipline with two groups');
  await createLesson(sql, first, { slot_id: 1, only_date: today() }, [second.group]);
  await createLesson(sql, first, { slot_id: slot, only_date: today() }, [first.group, second.group]);
  await sql.end();
  return {
    discipline: first.discipline,
    id: first.id,
    groups: [
      { id: first.group, name: first.name },
      { id: second.group, name: second.name },
    ],
  };
}
