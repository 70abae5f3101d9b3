import { signIn, signInAs } from './support/people.ts';
import {
  cardHeader,
  chooseElective,
  confirmButton,
  electiveName,
  planCredits,
  plannedDiscipline,
  pressOption,
  registeredDisciplines,
  removeElectiveRegistrations,
  removeRegistration,
  reviewButton,
  streamOptions,
} from './support/registration.ts';
import { startPageTapCount } from './support/tap-count.ts';
import { expect, test } from './support/test.ts';

test('[REG-01] [REG-02] [REG-03] [REG-08] lecture and practice in five taps: one confirmation, one number, then removed @also-phone @journey', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'student', '/lms/registration');
  await expect(page.getByText(`9 из ${planCredits} кредитов`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Блок 2: выберите одну' })).toBeVisible();
  const taps = await startPageTapCount(page);

  await cardHeader(page, electiveName).click();
  const practice = streamOptions(page, electiveName, 'Практика').first();
  await expect(practice).not.toBeChecked();
  await pressOption(practice);
  // The only lecture is chosen by itself; the card that is done closes, and the next one opens.
  await expect(cardHeader(page, electiveName)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByText(`12 из ${planCredits} кредитов`)).toBeVisible();
  await reviewButton(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(electiveName)).toBeVisible();
  await expect(dialog.getByText(plannedDiscipline)).toBeVisible();
  await confirmButton(page).click();

  await expect(page.getByRole('heading', { name: '12 кредитов, 3 дисциплины' })).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(5);
  const number = /\d\d-\d{7}/.exec((await page.getByText(/^Номер регистрации/).textContent()) ?? '')?.[0] ?? '';
  expect(number).not.toBe('');
  await registeredDisciplines(page, electiveName).getByRole('button').first().click();
  await expect(registeredDisciplines(page, electiveName).getByText(`Квитанция ${number}`)).toHaveCount(2);
  // [NOW-05] From here to all about the discipline.
  await registeredDisciplines(page, electiveName).getByRole('link', { name: 'Всё о дисциплине' }).click();
  await expect(page.getByRole('heading', { level: 1, name: electiveName })).toBeVisible();
  await page.goBack();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await page.reload();
  await expect(registeredDisciplines(page, electiveName)).toBeVisible();

  await registeredDisciplines(page, electiveName).getByRole('button').first().click();
  await page.getByRole('button', { name: `Удалить регистрацию: ${electiveName}` }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await asked.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByRole('heading', { name: '9 кредитов, 2 дисциплины' })).toBeVisible();
  await removeElectiveRegistrations(portal.databaseUrl);
});

test('[REG-06] [REG-08] a busy server and a lost reply: tried again by itself with the same key, and once only', async ({
  page,
  portal,
}) => {
  await signInAs(page, 'student2', '/lms/registration');
  await chooseElective(page);
  const keys: (string | undefined)[] = [];
  await page.route('**/savediscipline', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1)
      await route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({ result: 1, error: { code: 'call.unavailable', message: '' }, data: null }),
      });
    else if (keys.length === 2) {
      // The server has done it; the reply is lost.
      await route.fetch();
      await route.abort();
    } else await route.continue();
  });
  await reviewButton(page).click();
  await confirmButton(page).click();
  await expect(page.getByText(/обновлять страницу не нужно/)).toBeVisible();
  await expect(registeredDisciplines(page, 'Социология I')).toBeVisible();
  expect(keys.length).toBe(3);
  expect(new Set(keys).size).toBe(1);
  await removeRegistration(page, 'Социология I');
  await removeElectiveRegistrations(portal.databaseUrl);
});

test('[REG-08] the phone keeps the foot in sight and gives the screen to the cards @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms/registration');
  await expect(reviewButton(page)).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toHaveCount(0);
  await cardHeader(page, 'Манасоведение').click();
  await expect(page.getByRole('img', { name: 'Моя неделя осенью' })).toBeAttached();
  await expect(reviewButton(page)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Вы записаны', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible();
  await expect(registeredDisciplines(page, 'Проектирование программ 1')).toBeVisible();
});

test('[REG-05] what cannot be read is said for disciplines and streams by themselves', async ({ page }) => {
  const broken = new Set(['getdefyear']);
  await page.route('**/api/regfordisciplines/*', (route) =>
    [...broken].some((name) => route.request().url().endsWith(name))
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"result":1,"error":null,"data":null}' })
      : route.continue(),
  );
  // By the form: the first answer of a page that is opened would bring the year along.
  await signIn(page, 'student', '/lms/registration');
  // Without a year there is no semester to show disciplines of.
  await expect(page.getByText('Не удалось загрузить дисциплины')).toBeVisible();
  broken.clear();
  broken.add('getreglist');
  broken.add('offers');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByLabel('Семестр')).not.toHaveValue('');
  await expect(page.getByText('Не удалось загрузить дисциплины')).toBeVisible();
  broken.delete('getreglist');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await cardHeader(page, 'Социология I').click();
  await expect(page.getByText('Не удалось загрузить потоки')).toBeVisible();
  broken.clear();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByText(/^свободно/).first()).toBeVisible();
});
