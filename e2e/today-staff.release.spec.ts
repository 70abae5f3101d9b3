import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { addAuditEntries } from '../server/test/factories/audit-entries.ts';
import { testTime } from '../server/test/moment.ts';
import { expectAccessible } from './support/axe.ts';
import { signInWithoutBrowser } from './support/notices.ts';
import { signInAs } from './support/people.ts';
import { setPermissions } from './support/permissions.ts';
import { expect, test } from './support/test.ts';

const { accounts } = callsByRoom;
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('[NOW-06] a right that is taken takes its part of the day with it', async ({ page, ownPortal }) => {
  await setPermissions(ownPortal, 'teacher', ['accounts']);
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  await expect(region(page, 'Сейчас в портале')).toBeVisible();
  await setPermissions(ownPortal, 'teacher', []);
  const teacher = await signInWithoutBrowser(ownPortal, 'teacher');
  expect((await teacher.ask(accounts.overview)).status).toBe(403);
  await page.reload();
  await expect(region(page, 'Дисциплины')).toBeVisible();
  await expect(region(page, 'Сейчас в портале')).toHaveCount(0);
});

const { chat, discipline, login, registration, singlewindow } = callsByRoom;

test('[NOW-06] who looks after accounts begins with who is there, what needs attention, and the last audit entries @also-phone', async ({
  page,
  ownPortal,
}) => {
  await setPermissions(ownPortal, 'admin', ['accounts']);
  const guesser = await signInWithoutBrowser(ownPortal, 'student');
  for (let times = 0; times < 5; times++) await guesser.ask(login.authorize, { login: 'student3', password: 'Wrong1' });
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update signin_wait set last_at = clock_timestamp() + interval '1 hour'`;
  await sql`insert into forgotten_password (person_id) select person_id from account where login = 'student3'`;
  // Sign-ins of one hour alone are reported by their sum.
  await addAuditEntries(sql, 'login.in', { at: new Date(Date.parse(testTime) - 2 * 3_600_000).toISOString() });
  await signInAs(page, 'admin', '/lms', ownPortal.url);
  const figures = region(page, 'Сейчас в портале');
  await expect(figures.getByRole('listitem')).toHaveText([
    /^\d+ (человек|человека)$/,
    /^1 просит пароль$/,
    /^1 вход остановлен$/,
  ]);
  await expect(figures.getByRole('link', { name: 'Выдать пароли: 1' })).toHaveAttribute('href', /people\?state=asked$/);
  const attention = region(page, 'Требует внимания');
  await expect(attention.getByRole('link')).toContainText([
    /Просят новый пароль.*Соколова\sМ\.\sИ\./,
    /Подбор пароля: Соколова\sМ\.\sИ\./,
    /Ещё не входили ни разу/,
  ]);
  await expect(region(page, 'Последние действия').getByRole('listitem').first()).toContainText('Учётные записи');
  await expect(region(page, 'Состояние')).toContainText('Копии ещё нет');
  await expect(region(page, 'Состояние')).toContainText(/Диск занят на \d+ %/);
  await expect(region(page, 'Входили сегодня').getByRole('listitem').last()).toContainText(/\d/);
  await expect(region(page, 'Версия')).toContainText(/\d+\.\d+\.\d+/);
  await expectAccessible(page);
  await addAuditEntries(sql, 'backup', { detail: { rows: 1200, files: 7 } });
  await expect(region(page, 'Состояние')).toContainText('Копия: сегодня');
  await expect(region(page, 'Состояние')).toContainText('200 записей');
  await attention.getByRole('link', { name: /Просят новый пароль/ }).click();
  await expect(page).toHaveURL(/people\?state=asked/);
  // A table beside the page of a person, a list of sheets on the phone.
  const people = page.getByRole('list', { name: 'Люди' }).or(page.getByRole('table'));
  await expect(people.getByText(/Соколова/)).toBeVisible();
  await sql.end();
});

test('[NOW-06] whoever may load the data of an empty portal reads what comes first, on the page that it leads to', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update academic_year set is_default = false`;
  await sql.end();
  await signInAs(page, 'admin', '/lms', ownPortal.url);
  const steps = region(page, 'Портал пуст: что сделать сначала');
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Загрузите таблицы/,
    /^Раздайте/,
    /^Дайте права/,
    /^Напишите/,
  ]);
  // The cards below begin where the steps end.
  const box = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
  const [above, below] = [await box(steps), await box(region(page, 'Сейчас в портале'))];
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
  await steps.getByRole('link', { name: 'Загрузите таблицы университета' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Данные' })).toBeVisible();
  const change = postgres(ownPortal.databaseUrl, { max: 1 });
  await change`delete from employment`;
  await change.end();
  await signInAs(page, 'clerk', '/lms/profile', ownPortal.url);
  await expect(page.getByRole('main').getByText('сотрудник', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('преподаватель', { exact: true })).toHaveCount(0);
});

test('[NOW-06] who teaches and has permissions has the day of both, from one answer @also-phone', async ({
  page,
  ownPortal,
}) => {
  await setPermissions(ownPortal, 'teacher', ['orders', 'registration']);
  const first = page.waitForResponse('**/api/start.json**');
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  const { data } = (await (await first).json()) as { data: { key: string }[] };
  await expect(region(page, 'Ждут вас').or(page.getByText('Всё разобрано'))).toBeVisible();
  await expect(region(page, /^Регистрация/)).toBeVisible();
  await expect(region(page, 'Открытые периоды')).toBeVisible();
  await expect(region(page, 'Дисциплины')).toBeVisible();
  await expectAccessible(page);
  for (const { path } of [singlewindow.figures, registration.officeFigures, discipline.list])
    expect(data.filter(({ key }) => key.startsWith(`${path}[`)).map(({ key }) => key)).toHaveLength(1);
  // The oldest that wait, and those that lie ready for too long.
  expect(data.filter(({ key }) => key.startsWith(`${singlewindow.queue.path}[`))).toHaveLength(2);
});

test('[NOW-06] the first press of a clerk opens the order that waits longest @also-phone', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'clerk', '/lms', ownPortal.url);
  const oldest = region(page, 'Заказы, самые старые')
    .getByRole('link', { name: /^(?!Все)/ })
    .first();
  const name = await oldest.locator('b').textContent();
  await page.getByRole('link', { name: /^Начать со старого/ }).click();
  await expect(page.getByRole('dialog')).toContainText(name ?? '?');
});

test('[NOW-06] a clerk sees what has lain for two weeks, and reminds all owners by one press, once a day @both', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update document_order set changed_at = now() - interval '23 days' where status = 'prepared' and handed_at is null`;
  await signInAs(page, 'clerk', '/lms', ownPortal.url);
  const lying = region(page, 'Лежат больше 14 дней');
  await expect(lying.getByRole('link')).toContainText('23 дня');
  await expectAccessible(page);
  await lying.getByRole('button', { name: /^Напомнить( всем \d+)?$/ }).click();
  await expect(page.getByText(/^Напомнили об? \d+ документ/)).toBeVisible();
  await expect(lying.getByText('Напомнили сегодня')).toBeVisible();
  await expect(lying.getByRole('button')).toHaveCount(0);
  await lying.getByRole('link').click();
  await expect(page.getByRole('button', { name: /^Больше 14 дней/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await sql.end();
});

test('[NOW-06] who reads reports, moderates or loads tables begins with what waits there, and with what is done where nothing does @also-phone', async ({
  page,
  ownPortal,
  isMobile,
}) => {
  const figures = (room: string) => region(page, room).getByRole('listitem');
  await setPermissions(ownPortal, 'clerk', ['reports']);
  await signInAs(page, 'clerk', '/lms', ownPortal.url);
  await expect(figures('Отчёты')).toHaveText([/^\d+ заняти/, /^\d+ студент/, /^\d+ стоит посмотреть$/]);
  // On wide screens the rows stand beside the figures; the phone has them one tap away.
  const firstRows = (list: string) => region(page, list).getByRole('listitem');
  if (!isMobile) await expect(firstRows('Журналы не заполнены').first()).toHaveText(/\d+$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Открыть отчёты' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Отчёты' })).toBeVisible();

  await setPermissions(ownPortal, 'clerk', ['moderation']);
  await page.goto(`${ownPortal.url}/lms`);
  await expect(page.getByText('Всё разобрано')).toBeVisible();
  // Nothing waits: the news stand there, and no card that says nothing.
  if (!isMobile) await expect(region(page, 'Новости')).toBeVisible();
  await expect(page.getByText('Всё прочитано')).toHaveCount(0);
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [message] = await sql<{ id: number }[]>`
    select max(m.id)::int as id from message m join account a on a.person_id = m.author_id
    join conversation c on c.id = m.conversation_id join account of on of.person_id in (c.person_a, c.person_b)
    where a.login = 'teacher' and of.login = 'student'`;
  await sql.end();
  const student = await signInWithoutBrowser(ownPortal, 'student');
  const sent = await student.ask(chat.report, { id_message: message?.id ?? 0, reason: 'spam' });
  expect(sent.status).toBe(200);
  await page.reload();
  await expect(figures('Модерация')).toHaveText('1 жалоба ждёт решения');
  if (!isMobile) await expect(firstRows('Ждут решения')).toHaveText(/1 жалоба/);
  await page.getByRole('link', { name: 'Разобрать жалобы' }).click();
  await expect(page.getByRole('tab', { name: /Ждут решения/ })).toBeVisible();

  await setPermissions(ownPortal, 'clerk', ['import']);
  await page.goto(`${ownPortal.url}/lms`);
  await expect(page.getByRole('link', { name: 'Новая загрузка' })).toHaveAttribute('href', '/lms/data');
});

test('[NOW-06] the start page of who changes the timetable or reads the audit begins with timetable changes or the audit @also-phone', async ({
  page,
  ownPortal,
}) => {
  await setPermissions(ownPortal, 'clerk', ['timetable']);
  await signInAs(page, 'clerk', '/lms', ownPortal.url);
  for (const [permission, name, href] of [
    ['timetable', 'Изменить расписание', '/lms/changes'],
    ['audit', 'Посмотреть действия', '/lms/audit'],
  ] as const) {
    await setPermissions(ownPortal, 'clerk', [permission]);
    await page.reload();
    await expect(region(page, 'Ждут вас').getByRole('link', { name })).toHaveAttribute('href', href);
    await expect(page.getByText('Всё разобрано')).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('[NOW-06] the form and the list of an editor fill a narrow window, and a wide one when nothing is new', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'editor', '/lms', ownPortal.url);
  const list = region(page, 'Ваши последние');
  const rightEdge = async () => {
    const box = await list.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(rightEdge).toBeGreaterThan(960);
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update notice set seen_at = now() where seen_at is null`;
  await sql.end();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await expect.poll(rightEdge).toBeGreaterThan(1360);
  await expect(region(page, 'Новое для меня')).toHaveCount(0);
});
