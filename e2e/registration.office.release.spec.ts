import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-04] [REG-07] the office grants extras and sets the credit limit; the student sees both at once', async ({
  page,
  browser,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const [person] = await sql<{ name: string }[]>`
    select p.full_name as name from account a join person p on p.id = a.person_id where a.login = 'student2'`;
  const other = await browser.newContext({ baseURL: ownPortal.url });
  const student = await other.newPage();
  await signInAs(student, 'student2', '/lms/registration');
  await expect(student.getByText('Дисциплины по выбору вам не открыты.')).toBeVisible();
  await signInAs(page, 'admin', '/lms/office', ownPortal.url);
  await page
    .getByRole('tablist', { name: 'Разделы' })
    .getByRole('tab', { name: /^По выбору/ })
    .click();
  const form = page.getByRole('form', { name: 'Открыть дисциплины по выбору' });
  await form.getByRole('searchbox').fill(person?.name ?? '');
  await form.getByRole('listitem').getByRole('button').first().click();
  await expectAccessible(page);
  await form.getByRole('textbox').fill('Решение учебного отдела');
  await form.getByRole('button', { name: 'Открыть' }).click();
  await expect(page.getByText('Дисциплины по выбору открыты')).toBeVisible();
  await page
    .getByRole('tablist', { name: 'Разделы' })
    .getByRole('tab', { name: /^Кредиты/ })
    .click();
  const limit = page.getByRole('form', { name: 'Предел кредитов' });
  await limit.getByRole('spinbutton').fill('30');
  await limit.getByRole('textbox').fill('Решение учёного совета');
  await limit.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('36 → 30')).toBeVisible();
  await expectAccessible(page);
  await expect(student.getByText(/ · можно до 30$/)).toBeVisible();
  await expect(student.getByRole('button', { name: /^По выбору/ })).toBeVisible();
  await other.close();
  await sql.end();
});

test('[REG-07] one student gets another limit by name, sees it at once, and it is removed again @both', async ({
  page,
  browser,
  baseURL,
  portal,
}, { project }) => {
  const login = project.name === 'phone' ? 'student' : 'student2';
  const sql = postgres(portal.databaseUrl, { max: 1 });
  const [person] = await sql<{ name: string }[]>`
    select p.full_name as name from account a join person p on p.id = a.person_id where a.login = ${login}`;
  await sql.end();
  const name = person?.name ?? '';
  // The student sits at a computer: the phone's bar tells what is chosen, not what may be.
  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1440, height: 900 },
    isMobile: false,
  });
  const student = await other.newPage();
  await signInAs(student, login, '/lms/registration');
  await signInAs(page, 'admin', '/lms/office?part=limits');
  const form = page.getByRole('form', { name: 'Другой предел студенту' });
  await form.getByRole('searchbox').fill(name);
  await form.getByRole('listitem').getByRole('button').first().click();
  await form.getByRole('spinbutton').fill('41.5');
  await form.getByRole('textbox').fill('Приказ № 41');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Назначить предел' }).click();
  const row = page.getByRole('list', { name: 'Пределы поимённо' }).getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('предел 41,5 кр.');
  await expect(row).toContainText('Приказ № 41');
  await expect(student.getByText(/ · можно до 41,5$/)).toBeVisible();
  await row.getByRole('button', { name: /^Вернуть общий/ }).click();
  const back = page.getByRole('form', { name: /^Вернуть общий предел/ });
  await back.getByRole('textbox').fill('Ошибка в приказе');
  await expectAccessible(page);
  await back.getByRole('button', { name: 'Вернуть общий' }).click();
  await expect(row).toHaveCount(0);
  await expect(student.getByText(/ · можно до 41,5$/)).toHaveCount(0);
  await other.close();
});

test('[REG-07] the office adds seats, registers by hand and reads a receipt', async ({ page }) => {
  await signInAs(page, 'admin', '/lms/office');
  await page.getByRole('searchbox').fill('Социология I');
  await page
    .getByRole('button', { name: /^Социология I лекция/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const seats = dialog.getByRole('form', { name: 'Места' });
  await seats.getByRole('spinbutton').fill('120');
  await seats.getByRole('textbox').fill('Открыта вторая аудитория');
  await seats.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText(/→ 120/)).toBeVisible();
  const byHand = dialog.getByRole('form', { name: 'Зарегистрировать студента вручную' });
  await byHand.getByRole('searchbox').fill('Төлөгөнова');
  await byHand.getByRole('button', { name: /Төлөгөнова Айгүл/ }).click();
  await byHand.getByRole('textbox').fill('Заявление студента');
  await byHand.getByRole('button', { name: 'Зарегистрировать', exact: true }).click();
  await expect(page.getByText(/^Студент зарегистрирован\. Квитанция/)).toBeVisible();
  const student = dialog
    .getByRole('listitem')
    .filter({ hasText: 'Төлөгөнова Айгүл' })
    .filter({ has: page.getByRole('button', { name: /^Удалить регистрацию/ }) });
  await expect(student).toBeVisible();
  const receipt = /\d\d-\d{7}/.exec((await student.textContent()) ?? '')?.[0] ?? '';
  await student.getByRole('button', { name: /^Удалить регистрацию/ }).click();
  const removing = dialog.getByRole('form', { name: /^Удалить регистрацию/ });
  await removing.getByRole('textbox').fill('Ошибка');
  await removing.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText(/^Регистрация удалена\. Квитанция/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('tab', { name: 'Проверка квитанции' }).click();
  await page.getByRole('textbox', { name: 'Номер квитанции' }).fill(receipt);
  await page.getByRole('button', { name: 'Проверить' }).click();
  await expect(page.getByText('Заявление студента')).toBeVisible();
  await expect(page.getByText('Больше не действует')).toBeVisible();
  await page.getByRole('tablist', { name: 'Разделы' }).getByRole('tab', { name: 'Сроки' }).click();
  await expect(page.getByRole('form', { name: 'Открыть период регистрации' })).toBeVisible();
  await expectAccessible(page);
});

test('[REG-04] extras are granted to a whole group; a window is prolonged in its row, and closing it says who is left', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'admin', '/lms/office?part=grants', ownPortal.url);
  const form = page.getByRole('form', { name: 'Открыть дисциплины по выбору' });
  await form.getByRole('button', { name: 'Группе' }).click();
  await form.getByRole('searchbox', { name: 'Название группы' }).fill('пи-1');
  await form.getByRole('listitem').getByRole('button').first().click();
  await form.getByLabel('Причина').fill('Решение деканата');
  await expectAccessible(page);
  await form.getByRole('button', { name: /^Открыть \d+ студент/ }).click();
  await expect(page.getByText(/^Открыто \d+ студент/)).toBeVisible();
  await page.goto(`${ownPortal.url}/lms/registrationoffice?part=windows`);
  await expect(page).toHaveURL(/\/lms\/office\?part=windows$/);
  const open = page
    .getByRole('listitem')
    .filter({ has: page.getByText('открыт', { exact: true }) })
    .first();
  const windows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^(Продлить|Открыть снова)/ }) });
  await expect(windows.first(), 'what is open stands first').toContainText('открыт');
  await open.getByRole('button', { name: /^Продлить/ }).click();
  const prolong = open.getByRole('form', { name: 'Продлить' });
  const last = await prolong.getByRole('textbox', { name: 'Последний день' }).inputValue();
  const [, month = '', year = ''] = /^\d\d\.(\d\d)\.(\d{4})$/.exec(last) ?? [];
  await prolong.getByRole('textbox', { name: 'Последний день' }).fill(`28.${month}.${year}`);
  await prolong.getByLabel('Причина').fill('Не все успели');
  await expectAccessible(page);
  await prolong.getByRole('button', { name: 'Продлить' }).click();
  await expect(page.getByText(/^Период открыт до 28/)).toBeVisible();
  await open.getByRole('button', { name: 'Закрыть' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(/\d+ студент.* ещё не выбрал/);
});
