import postgres from 'postgres';
import { universityNames } from '../server/demo/university-names.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import {
  cardHeader,
  chooseElective,
  confirmButton,
  disciplineCard,
  findElectiveLectures,
  pressOption,
  registeredDisciplines,
  removeElectiveRegistrations,
  removeRegistration,
  reviewButton,
  streamOptions,
} from './support/registration.ts';
import { expect, test } from './support/test.ts';

test('[REG-08] choices are kept on the device and seen in both tabs; what one confirms the other shows', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'student2', '/lms/registration');
  const tab = await page.context().newPage();
  await tab.goto('/lms/registration');
  await expect(cardHeader(tab, 'Социология I')).toContainText('Выбрать');
  await chooseElective(page);
  await expect(cardHeader(tab, 'Социология I')).toContainText('выбрано');
  await page.reload();
  await expect(cardHeader(page, 'Социология I')).toContainText('выбрано');

  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'Подтвердим, когда появится сеть' })).toBeDisabled();
  await page.context().setOffline(false);
  await reviewButton(page).click();
  await confirmButton(page).click();
  await expect(registeredDisciplines(page, 'Социология I')).toBeVisible();
  await expect(cardHeader(tab, 'Социология I')).toContainText('вы записаны');
  // Of the block nothing else can be chosen now.
  await expect(disciplineCard(tab, 'Психология I')).toHaveCount(0);
  await removeRegistration(page, 'Социология I');
  await removeElectiveRegistrations(portal.databaseUrl);
});

test('[REG-02] an own save and the event about it ask for the streams of the plan once', async ({ page, portal }) => {
  let asked = 0;
  await signInAs(page, 'student2', '/lms/registration');
  await chooseElective(page);
  await reviewButton(page).click();
  page.on('request', (request) => {
    // Seats that change are read for the open card alone.
    if (request.url().includes('/regfordisciplines/offers') && !request.postData()?.includes('id_discipline')) asked++;
  });
  /** How often until nobody asks any more: the event comes a moment after the reply. */
  const countAsked = async () => {
    let before = 0;
    const isQuiet = () => {
      const quiet = asked > 0 && asked === before;
      before = asked;
      return quiet;
    };
    await expect.poll(isQuiet, { intervals: [1500] }).toBe(true);
    return asked;
  };
  await confirmButton(page).click();
  await expect(registeredDisciplines(page, 'Социология I')).toBeVisible();
  expect(await countAsked(), 'after the save').toBe(1);
  asked = 0;
  await removeRegistration(page, 'Социология I');
  expect(await countAsked(), 'after the removal').toBe(1);
  await removeElectiveRegistrations(portal.databaseUrl);
});

test('[REG-04] extras are a tab for those to whom they were granted only', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'student', '/lms/registration');
  await page.getByRole('button', { name: /^По выбору/ }).click();
  const first = page.getByRole('heading', { level: 3 }).first();
  await first.getByRole('button').click();
  await expect(page.getByRole('radio').first()).toBeAttached();
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await other.newPage();
  await signInAs(second, 'student2', '/lms/registration');
  await expect(second.getByText('Дисциплины по выбору вам не открыты.')).toBeVisible();
  await expect(second.getByRole('button', { name: /^По выбору/ })).toHaveCount(0);
  await other.close();
});

test('[REG-03] the pages of registration have nothing for axe to find @both', async ({ page }) => {
  await signInAs(page, 'student', '/lms/registration');
  await cardHeader(page, 'Социология I').click();
  await expect(page.getByText(/^свободно/).first()).toBeVisible();
  await expectAccessible(page);
  await reviewButton(page).click();
  await expect(page.getByRole('dialog').getByText('Ещё не выбрано')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/lms/registration?part=mine');
  await registeredDisciplines(page, 'Проектирование программ 1').getByRole('button').first().click();
  await expectAccessible(page);
});

test('[REG-03] the page has nothing for axe to find in Kyrgyz, dark, on the phone @phone', async ({
  page,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await page.context().addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await signInAs(page, 'student2', '/lms/registration');
  await expect(page.getByText('2-блок: бирин тандаңыз')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('heading', { level: 3 }).first().getByRole('button').click();
  await expect(page.getByText(/^\d+ орун бош$/).first()).toBeVisible();
  await expectAccessible(page);
});

test('[REG-06] [REG-08] the last seat goes: the card says so, nothing is taken; the line gives the lecture later', async ({
  page,
  browser,
  baseURL,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await sql`update stream set capacity = taken + 1 where id in (${findElectiveLectures(sql)})`;
  await signInAs(page, 'student', '/lms/registration');
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const second = await other.newPage();
  await signInAs(second, 'student2', '/lms/registration');
  await chooseElective(page);
  await chooseElective(second);
  await expect(second.getByText('выбрано').first()).toBeAttached();
  // The second hears nothing of the seat until they have asked for it.
  let asked = () => {};
  const untilAsked = new Promise<void>((done) => {
    asked = done;
  });
  await second.route('**/regfordisciplines/offers', async (route) => {
    await untilAsked;
    await route.continue();
  });
  await reviewButton(page).click();
  await confirmButton(page).click();
  await expect(registeredDisciplines(page, 'Социология I')).toBeVisible();
  await reviewButton(second).click();
  const refused = second.waitForResponse('**/regfordisciplines/savediscipline');
  await confirmButton(second).click();
  await refused;
  asked();
  const failed = disciplineCard(second, 'Социология I');
  await expect(failed.getByText('Место только что заняли. Выберите другой вариант.')).toBeVisible();
  const [none] = await sql<{ n: number }[]>`select count(*)::int as n from registration r
    join account a on a.person_id = r.student_id and a.login = 'student2'
    join discipline d on d.id = r.discipline_id and d.name_ru = 'Социология I'`;
  expect(none?.n).toBe(0);

  const lecture = streamOptions(second, 'Социология I', 'Лекция').first();
  await expect(failed.getByText('мест нет · в очередь')).toBeVisible();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await pressOption(lecture);
  await second.getByRole('alertdialog').getByRole('button', { name: 'Встать в очередь' }).click();
  await expect(failed.getByText('в очереди, 1-й').first()).toBeVisible();
  // What is waited for is not missing: the practice is taken.
  await reviewButton(second).click();
  await confirmButton(second).click();
  await expect(registeredDisciplines(second, 'Социология I')).toBeVisible();
  await expect(second.getByText('1-й в очереди', { exact: true })).toBeVisible();
  // A place in a line is no seat: after confirming the page says what is still to choose.
  const still = second.getByRole('region', { name: 'Ещё не выбрано' });
  await expect(still.getByText('Социология I: вы в очереди, места ещё нет')).toBeVisible();
  await expect(still.getByText('Манасоведение: лекция, семинар')).toBeVisible();

  await removeRegistration(page, 'Социология I');
  await expect(registeredDisciplines(second, 'Социология I').getByText(/лекция/)).toBeVisible();
  await expect(second.getByText('1-й в очереди', { exact: true })).toHaveCount(0);
  await removeRegistration(second, 'Социология I');
  await other.close();
  await sql`update stream set capacity = taken + 20 where id in (${findElectiveLectures(sql)})`;
  await sql.end();
  await removeElectiveRegistrations(portal.databaseUrl);
});

test('[REG-03] [REG-08] an hour that is taken is barred and named while there is another; printed is a list of receipts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await signInAs(page, 'student', '/lms/registration');
  await cardHeader(page, 'Социология I').click();
  const taken = disciplineCard(page, 'Социология I').locator('label').filter({ hasText: 'занято у вас' }).first();
  await expect(taken).toContainText('пересекается: Компьютерные сети 1');
  await expect(taken.getByRole('radio')).toBeDisabled();
  const week = page.getByRole('region', { name: 'Моя неделя осенью' });
  await expect(week.getByText('Компьютерные сети 1').first()).toBeVisible();
  // A stream in the week is the same choice as its row.
  await week
    .getByRole('button', { name: /^Социология I практика/ })
    .first()
    .click();
  await expect(page.getByText('12 из 14 кредитов')).toBeVisible();
  await page.evaluate(() =>
    localStorage.removeItem(Object.keys(localStorage).find((key) => key.startsWith('registration/')) ?? ''),
  );

  await page.getByRole('button', { name: 'Вы записаны', exact: true }).click();
  const row = registeredDisciplines(page, 'Проектирование программ 1');
  await row.getByRole('button').first().click();
  const receipt = /\d\d-\d{7}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('body > div').filter({ hasText: 'Подтверждение регистрации на дисциплины' });
  for (const text of [universityNames[0], /^Напечатано 23 ноября 2026, /, /^\d+ [а-я]+ 2026, \d\d:\d\d$/])
    await expect(paper.getByText(text).first()).toBeVisible();
  await expect(page.locator('table').getByText(receipt).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Печать' })).toBeHidden();
});
