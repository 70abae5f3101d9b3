import { addDays, weekday } from '@bilim/contract/weeks.ts';
import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { signIn } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bishkek' }).format(new Date());
/** A moment of today at the university. */
const at = (time: string) => `${today()}T${time}:00+06:00`;

interface Made {
  discipline: string;
  id: number;
  credits: string;
  type: string;
  typeId: number;
  group: string;
  groupId: number;
}

/**
 * Gives the named teacher a class of today: of the last of the own disciplines by alphabet, of a class type that is not
 * its first, to a group that is not the first of the list.
 */
async function classOfToday(portal: Portal, slot: number): Promise<Made> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [made] = await sql<Made[]>`
    with model as (
      select l.year_id, l.term_id, l.discipline_id, l.credits, l.class_type_id, l.teacher_id, l.group_id
      from group_load l
      join account a on a.person_id = l.teacher_id and a.login = 'teacher'
      join academic_calendar c on c.year_id = l.year_id and c.term_id = l.term_id and current_date between c.starts_on and c.ends_on
      join discipline d on d.id = l.discipline_id join study_group g on g.id = l.group_id
      order by d.name_ru desc, g.name desc, l.class_type_id desc limit 1),
    made as (
      insert into lesson (code, year_id, term_id, day_number, slot_id, only_date, class_type_id, discipline_id, credits, teacher_id)
      select ${`lead-${slot}`}, m.year_id, m.term_id, ${weekday(today())}, ${slot}, ${today()}, m.class_type_id,
        m.discipline_id, m.credits, m.teacher_id from model m returning id),
    led as (insert into lesson_group (lesson_id, group_id) select made.id, model.group_id from made, model)
    select d.name_ru as discipline, d.id, trim_scale(m.credits)::text as credits, t.name_ru as type, t.id as "typeId",
      g.name as group, g.id as "groupId"
    from model m join discipline d on d.id = m.discipline_id join class_type t on t.id = m.class_type_id
    join study_group g on g.id = m.group_id`;
  await sql.end();
  if (!made) throw new Error('the teacher has no load');
  return made;
}

/** Begin of a slot of the timetable. */
async function slotOf(portal: Portal, slot: number): Promise<{ starts: string; during: string }> {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [row] = await sql<{ starts: string }[]>`select starts_at as starts from pair_slot where id = ${slot}`;
  await sql.end();
  const starts = row?.starts.slice(0, 5) ?? '';
  return { starts, during: `${starts.slice(0, 3)}${String(Number(starts.slice(3)) + 10).padStart(2, '0')}` };
}

/** The journal shows that class, with a column of today that takes the next key. */
async function expectReady(page: Page, { discipline, group, type }: Made): Promise<void> {
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('main').locator('header p').first()).toContainText(`${discipline} · ${group}`);
  await expect(page.getByRole('group', { name: 'Вид занятия' }).getByRole('button', { name: type })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const [, month, number] = today().split('-');
  const head = page.locator('thead th', { hasText: `${number}.${month}` }).last();
  await expect(head).toBeVisible();
  const place = (await page.locator('thead th').allTextContents()).indexOf((await head.textContent()) ?? '') - 1;
  await expect(page.locator(`tr[data-r="0"] td[data-c="${place}"]`)).toBeFocused();
}

test('[NOW-03] from today’s column a teacher comes to the journal of that group and class type, its column ready', async ({
  page,
  ownPortal,
}) => {
  const made = await classOfToday(ownPortal, 4);
  const { starts } = await slotOf(ownPortal, 4);
  // Before the class: a row that is still to come has its hour beside its words, and opens the class.
  await page.clock.setFixedTime(at('00:30'));
  await signIn(page, 'teacher', '/lms', ownPortal.url);
  const row = page.getByRole('complementary', { name: 'Сегодня' }).getByRole('button', { name: new RegExp(starts) });
  await expect(row).toContainText(made.group);
  await expect(row).not.toContainText('Асанбаев');
  const hour = await row.locator('time').boundingBox();
  const words = await row.locator('b').boundingBox();
  expect((hour?.x ?? 0) + (hour?.width ?? 0)).toBeLessThanOrEqual(words?.x ?? 0);
  await row.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Группы')).toBeVisible();
  await dialog.getByRole('link', { name: 'Журнал' }).click();
  await expectReady(page, made);
  await page.keyboard.press('5');
  await expect(page.locator('p[data-state="saved"]', { hasText: 'Сохранено' })).toBeVisible();
  await page.goBack();
  await row.click();
  await dialog.getByRole('link', { name: 'Чат' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Групповой чат');
  await expect(page.getByRole('main')).toContainText(`${made.discipline} · ${made.group}`);
});

for (const language of ['ru', 'kg', 'en'])
  test(`[NOW-04] a room opened without a choice shows the class going on, then what was used last, in ${language}`, async ({
    page,
    ownPortal,
    context,
  }) => {
    const made = await classOfToday(ownPortal, 5);
    const { during } = await slotOf(ownPortal, 5);
    await context.addCookies([{ name: 'lang', value: language, url: ownPortal.url }]);
    await page.clock.setFixedTime(at(during));
    await signIn(page, 'teacher', '/lms/journal', ownPortal.url);
    const current = page.locator('aside [aria-current="true"] [translate="no"]').first();
    const type = page.getByRole('main').locator('[aria-pressed="true"]').first();
    if (language === 'ru') await expectReady(page, made);
    else await expect(page.getByRole('grid')).toBeVisible();
    const named = await current.textContent();
    await expect(type).toBeVisible();
    const asked = page.waitForRequest('**/api/umk/umklist.json');
    await page.goto(`${ownPortal.url}/lms/umk`);
    expect((await asked).postDataJSON()).toMatchObject({ id_discipline: made.id });
    await expect(current).toHaveText(named ?? '?');
    // The class is over, and another day: what was used last stays.
    await page.clock.setFixedTime(`${addDays(today(), 1)}T03:00:00+06:00`);
    await page.goto(`${ownPortal.url}/lms/journal`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(current).toHaveText(named ?? '?');
  });
