import type { Page } from '@playwright/test';
import postgres from 'postgres';
import { universityNames } from '../server/demo/university-names.ts';
import { addAuditEntries } from '../server/test/factories/audit-entries.ts';
import { insertLinkedAccount } from '../server/test/factories/linked-accounts.ts';
import { grantPermissions } from '../server/test/factories/permissions.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A student whom no other test signs in. */
async function someStudent(databaseUrl: string, place: number): Promise<{ id: number; name: string; login: string }> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ id: string; name: string; login: string }[]>`
    select p.id, p.full_name as name, a.login from account a join person p on p.id = a.person_id
    where a.role = 2 and p.closed_on is null and a.login not like 'student%' and not a.blocked
    order by p.id desc offset ${place} limit 1`;
  await sql.end();
  if (!row) throw new Error('there is no such student');
  return { ...row, id: Number(row.id) };
}

/** From the list to all about somebody: on a telephone by the sheet of the usual acts. */
async function openAccount(page: Page, name: string, isMobile: boolean): Promise<void> {
  if (!isMobile) return await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('link', { name: 'Вся запись' }).click();
}

test('[PEOPLE-01] [AUTH-16] anybody is found, gets a slip, signs in with it, and is blocked and unblocked @also-phone', async ({
  page,
  browser,
  baseURL,
  portal,
  isMobile,
}) => {
  const student = await someStudent(portal.databaseUrl, isMobile ? 1 : 0);
  await signInAs(page, 'admin', '/lms/people');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Люди');
  await expectAccessible(page);
  await page.getByRole('searchbox').last().fill(student.login);
  await openAccount(page, student.name, isMobile);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(student.name);
  await expect(page.getByRole('region', { name: 'Что делали с этой записью' })).toBeVisible();
  await expect(page.getByRole('heading', { name: student.name })).toHaveCount(1);
  await expectAccessible(page);
  await expect(page.getByText(`1 из 1 по запросу «${student.login}»`)).toBeVisible();
  await page.getByRole('link', { name: 'Назад' }).click();
  await expect(page.getByRole('searchbox').last()).toHaveValue(student.login);
  await openAccount(page, student.name, isMobile);

  await page.getByRole('button', { name: 'Новый пароль' }).click();
  const dialog = page.getByRole('dialog');
  const give = dialog.getByRole('button', { name: 'Выдать новый пароль' });
  await expect(give).toBeDisabled();
  await dialog.getByRole('button', { name: 'Забыт пароль, пришли лично' }).click();
  await expect(dialog.getByLabel('Основание')).toHaveValue('Забыт пароль, пришли лично');
  await give.click();
  await expect(dialog.getByRole('heading', { name: 'Новый пароль готов' })).toBeVisible();
  const password = (await dialog.getByTestId('slip-password').textContent()) ?? '';
  expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('body > div').filter({ visible: true });
  for (const text of [universityNames[0], password, 'Один вход, до: 26 ноября 2026'])
    await expect(paper.getByText(text)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Вернуться к листку' }).click();
  await expect(dialog.getByTestId('slip-password')).toHaveText(password);
  await dialog.getByRole('button', { name: 'Отдано, готово' }).click();
  await expect(dialog).toHaveCount(0);

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await theirs.goto('/lms/login');
  await theirs.getByLabel('Логин').fill(student.login);
  await theirs.getByLabel('Пароль', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('парол');

  await page.getByRole('button', { name: 'Заблокировать' }).click();
  await dialog.getByLabel('Основание').fill('Вход с чужого устройства');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('heading', { name: 'Почему заблокирован вход' })).toBeVisible();
  await expect(page.getByText('«Вход с чужого устройства»').first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
  await expect(theirs.getByRole('alert')).toHaveText(
    'Учётную запись заблокировали. Если войти не получается, обратитесь в деканат.',
  );
  await page.getByRole('button', { name: 'Разблокировать' }).click();
  await dialog.getByLabel('Основание').fill('Личность проверена');
  await dialog.getByRole('button', { name: 'Разблокировать' }).click();
  await expect(page.getByRole('heading', { name: 'Почему заблокирован вход' })).toHaveCount(0);
  await other.close();
});

test('[PEOPLE-01] who looks after one faculty is not shown who holds what at the whole university', async ({
  page,
  ownPortal,
}) => {
  const rights = page.getByRole('heading', { name: 'Права вне роли' });
  await signInAs(page, 'admin', '/lms/people', ownPortal.url);
  await expect(rights).toBeVisible();
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await grantPermissions(sql, 'clerk', 'accounts', { faculty: 'first' });
  await sql.end();
  await signInAs(page, 'clerk', '/lms/people', ownPortal.url);
  await expect(page.getByRole('heading', { name: 'Требует внимания' })).toBeVisible();
  await expect(rights).toHaveCount(0);
});

test('[PEOPLE-01] in the corridor a card is scanned, the sheet gives a slip, and a reason that was given twice is offered @phone', async ({
  page,
  portal,
}) => {
  const student = await someStudent(portal.databaseUrl, 7);
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [card] = await sql<{ number: string }[]>`select number from student where id = ${student.id}`;
  await addAuditEntries(sql, 'login.in', { person: student.id, ago: '1 day' });
  await sql.end();
  // The camera and the reader of codes, which are the browser's own and not in every one.
  await page.addInitScript((number) => {
    const picture = () => document.createElement('canvas').captureStream();
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => picture() } });
    Object.defineProperty(window, 'BarcodeDetector', {
      value: class {
        detect = async () => [{ rawValue: ` ${number} ` }];
      },
    });
    HTMLVideoElement.prototype.play = async () => undefined;
    Object.defineProperty(HTMLVideoElement.prototype, 'readyState', { value: 4 });
  }, card?.number ?? '');
  await signInAs(page, 'admin', '/lms/people');
  await page.getByRole('button', { name: 'Сканировать студенческий билет' }).click();
  const row = page.getByRole('button', { name: student.name });
  await expect(page.getByRole('searchbox').last()).toHaveValue(card?.number ?? '');
  await expect(page.getByRole('list', { name: 'Люди' }).getByRole('listitem')).toHaveCount(1);
  await expect(row).toContainText('вчера, ');
  await row.click();
  const sheet = page.getByRole('dialog', { name: student.name });
  await expect(sheet.getByText(`Сверьте студенческий билет: фото и номер ${card?.number}`)).toBeVisible();
  // What can be done looks so from the beginning; without a reason the field asks for it, and nothing is done.
  const block = sheet.getByRole('button', { name: 'Заблокировать' });
  const red = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--madder)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(block).toHaveCSS('color', red);
  for (const act of ['Выдать новый пароль', 'Завершить входы', 'Заблокировать']) {
    await sheet.getByRole('button', { name: act }).click();
    await expect(sheet.getByLabel('Основание')).toBeFocused();
    await expect(sheet.getByText('Сначала напишите основание, хотя бы три буквы')).toBeVisible();
  }
  await sheet.getByLabel('Основание').fill('Потерян телефон');
  await expectAccessible(page);
  // Swiped away, or left by a step back, it keeps what was typed.
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(sheet.getByLabel('Основание')).toHaveValue('Потерян телефон');
  await sheet.getByRole('button', { name: 'Завершить входы' }).click();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(sheet.getByLabel('Основание')).toHaveValue('');
  // What was typed once is offered to nobody.
  await expect(sheet.getByRole('button', { name: 'Потерян телефон' })).toHaveCount(0);
  await sheet.getByLabel('Основание').fill('Потерян телефон');
  await sheet.getByRole('button', { name: 'Выдать новый пароль' }).click();
  await expect(page.getByTestId('slip-password').first()).toHaveText(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  await page.getByRole('button', { name: 'Отдано, готово' }).click();
  await row.click();
  await sheet.getByRole('button', { name: 'Потерян телефон' }).click();
  await sheet.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(row).toContainText('Заблокирован');
  await row.click();
  await sheet.getByRole('button', { name: 'Потерян телефон' }).click();
  await sheet.getByRole('button', { name: 'Разблокировать' }).click();
  await expect(row).not.toContainText('Заблокирован');
});

test('[PEOPLE-02] a right is given with place, end and reason, and taken again @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const student = await someStudent(portal.databaseUrl, isMobile ? 3 : 2);
  await signInAs(page, 'admin', `/lms/people/${student.id}`);
  await page.getByRole('button', { name: 'Дать право' }).click();
  const form = page.getByRole('form', { name: 'Новое право' });
  await form.getByLabel('Право').selectOption({ label: 'Объявления' });
  await form.getByLabel('Где действует').selectOption({ index: 1 });
  await form.getByLabel('До какого дня').fill('30.06.2099');
  await form.getByLabel('Основание').fill('Приказ 287');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Дать право' }).click();
  await expect(page.getByText('Дано право «Объявления»').first()).toBeVisible();
  const rights = page.getByRole('region', { name: 'Роль и права' });
  await expect(rights.getByRole('listitem').filter({ hasText: 'Объявления' })).toContainText('до 30 июня 2099');
  await expect(page.getByText('«Приказ 287»')).toBeVisible();
  await rights.getByRole('button', { name: 'Забрать' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Основание').fill('Приказ отменён');
  await dialog.getByRole('button', { name: 'Забрать' }).click();
  await expect(rights.getByRole('listitem').filter({ hasText: 'Объявления' })).toHaveCount(0);
});

test('[PEOPLE-01] [AUTH-13] the entry of a directory is unlinked with a reason @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const student = await someStudent(portal.databaseUrl, isMobile ? 5 : 4);
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await insertLinkedAccount(sql, student.id, 'directory:uni', student.login);
  await sql.end();
  await signInAs(page, 'admin', `/lms/people/${student.id}`);
  const entry = page
    .getByRole('region', { name: 'Как входит' })
    .getByRole('listitem')
    .filter({ hasText: 'directory:uni' });
  await entry.getByRole('button', { name: 'Отвязать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Отвязать запись каталога' });
  await dialog.getByLabel('Основание').fill('Каталог перенесли');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Отвязать' }).click();
  await expect(entry).toHaveCount(0);
  await expect(page.getByText('«Каталог перенесли»')).toBeVisible();
});

test('[PEOPLE-05] whoever forgot the password asks for a new one, reads whom to ask, and is found by the office @phone', async ({
  page,
  browser,
  baseURL,
  portal,
  isMobile,
}) => {
  const student = await someStudent(portal.databaseUrl, isMobile ? 5 : 4);
  await signInAs(page, 'admin', '/lms/people');
  await page.getByRole('button', { name: 'Кого спросить о пароле' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Факультет').selectOption({ index: 1 });
  await dialog.getByLabel('По-русски').fill('Каб. 108, пн–пт 9:00–17:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено').first()).toBeVisible();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await theirs.goto('/lms/login');
  await theirs.getByLabel('Логин').fill(student.login);
  await theirs.getByRole('button', { name: 'Забыли пароль?' }).click();
  await expect(theirs.getByText('Каб. 108, пн–пт 9:00–17:00')).toBeVisible();
  await expect(theirs.getByLabel('Логин')).toHaveValue(student.login);
  const field = await theirs.getByLabel('Логин').boundingBox();
  const button = await theirs.getByRole('button', { name: 'Попросить новый пароль' }).boundingBox();
  expect((button?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0), 'they do not touch').toBeGreaterThan(8);
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'Попросить новый пароль' }).click();
  await expect(theirs.getByText('Если такой логин есть, просьба записана')).toBeVisible();
  await theirs.getByRole('button', { name: 'Вспомнил(а) пароль' }).click();
  await expect(theirs.getByRole('button', { name: 'Войти', exact: true })).toBeVisible();
  await other.close();

  await page.goto('/lms/people');
  const asking = page.getByRole('button', { name: /^Просят новый пароль/ });
  await expect(asking, 'what waits stands above the list').toBeInViewport();
  await asking.click();
  await expect(page).toHaveURL(/state=asked/);
  await expect(page.getByRole('button', { name: student.name })).toBeVisible();
});

test('[PEOPLE-01] «бир да жолу» takes one line in the table', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'lang', value: 'kg', url: baseURL ?? '' }]);
  await signInAs(page, 'admin', '/lms/people');
  const never = page.getByRole('cell', { name: 'бир да жолу' }).first();
  await expect(never).toBeVisible();
  const lines = await never.evaluate((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('[PEOPLE-01] Escape closes a window first, and leads from a person back to the search of the list', async ({
  page,
  portal,
}) => {
  const student = await someStudent(portal.databaseUrl, 9);
  await signInAs(page, 'admin', '/lms/people');
  await page.getByRole('searchbox').last().fill(student.login);
  await page.getByRole('link', { name: student.name }).click();
  await page.getByRole('button', { name: 'Новый пароль' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новый пароль' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(student.name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Люди');
  await expect(page.getByRole('searchbox').last()).toBeFocused();
});

test("[PEOPLE-01] on a telephone the code of a slip is read from arm's length, and a usual reason is offered once @phone", async ({
  page,
  portal,
}) => {
  const student = await someStudent(portal.databaseUrl, 10);
  await signInAs(page, 'admin', '/lms/people');
  await page.getByRole('searchbox').last().fill(student.login);
  const row = page.getByRole('button', { name: student.name });
  await row.click();
  const sheet = page.getByRole('dialog', { name: student.name });
  await sheet.getByLabel('Основание').fill('первый вход');
  await sheet.getByRole('button', { name: 'Завершить входы' }).click();
  await expect(sheet).toHaveCount(0);
  await row.click();
  await expect(sheet.getByRole('button', { name: 'Подозрение на чужой вход' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'первый вход' })).toHaveCount(1);
  await sheet.getByRole('button', { name: 'Первый вход' }).click();
  await sheet.getByRole('button', { name: 'Выдать новый пароль' }).click();
  const slip = page.getByRole('dialog', { name: 'Новый пароль готов' });
  const code = await slip.getByRole('img', { name: /login/ }).boundingBox();
  expect(code?.width ?? 0).toBeGreaterThanOrEqual(232);
  await expect(slip.getByRole('button', { name: 'Отдано, готово' })).toBeInViewport({ ratio: 1 });
});

test('[PEOPLE-01] people of several faculties stand in one list, which is read from either end', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/people');
  const rows = page.getByRole('rowheader');
  const first = (await rows.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Факультет: любой' }).click();
  const boxes = page.getByRole('dialog', { name: 'Факультет' }).getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.keyboard.press('Escape');
  const chip = page.getByRole('button', { name: /^Факультет: .+, .+/ });
  await expect(chip).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await page.getByRole('button', { name: 'Убрать отбор: Факультет' }).click();
  await expect(rows.first()).toHaveText(first);
  await page.getByRole('columnheader', { name: 'Человек' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Человек' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).not.toHaveText(first);
});

test('[PEOPLE-01] the people opened last stand above the list that nobody narrowed', async ({ page, portal }) => {
  const students = [await someStudent(portal.databaseUrl, 10), await someStudent(portal.databaseUrl, 11)];
  await signInAs(page, 'admin', '/lms/people');
  const opened = page.getByRole('navigation', { name: 'Вы открывали' });
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(opened).toHaveCount(0);
  for (const { id, name } of students) {
    await page.goto(`/lms/people/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await page.getByRole('link', { name: 'Назад' }).click();
  await expect(opened.getByRole('link')).toHaveCount(2);
  await expect(opened.getByRole('link').first()).toHaveAttribute('title', students[1]?.name ?? '');
  await page.getByRole('searchbox').last().fill('а');
  await expect(opened).toHaveCount(0);
});
