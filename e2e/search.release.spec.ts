import { expectAccessible } from './support/axe.ts';
import { inboxList, openChat, sendText, teacherName } from './support/chat.ts';
import { signInAs, signInOnSharedComputer } from './support/people.ts';
import { openSearch, searchField, searchOption, selectedOption } from './support/portal-search.ts';
import { expect, test } from './support/test.ts';

test('[FIND-01] on a shared computer searches are forgotten with the page', async ({ page }) => {
  await signInOnSharedComputer(page, 'student', '/lms/library');
  await openSearch(page);
  await searchField(page).fill('расписание');
  await expect(selectedOption(page)).toHaveText(/Расписание/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/schedule/);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'расписание',
  );
  await openSearch(page);
  const recent = page.getByRole('group', { name: 'Недавно искали' });
  await expect(recent.getByRole('option', { name: 'расписание' })).toBeVisible();
  await page.getByRole('button', { name: 'Убрать «расписание» из недавних' }).click();
  await expect(recent).toHaveCount(0);
});

test('[FIND-01] rooms, actions and disciplines: rows keep their place, a group opens alone, nothing is said in words', async ({
  page,
}) => {
  await signInAs(page, 'teacher');
  await openSearch(page);
  await searchField(page).fill('тема');
  await expect(searchOption(page, 'Тёмная тема')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await openSearch(page);
  await searchField(page).fill('щщщщ');
  await expect(page.getByText('По запросу «щщщщ» ничего нет')).toBeVisible();
  // More of the invented students than are shown at once.
  await searchField(page).fill('кызы');
  const more = searchOption(page, /^ещё \d+/).first();
  await expect(more).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const held = await selectedOption(page).textContent();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/Найден/);
  // What is announced is what there is, with the rows that a group keeps back.
  const rows = await page.getByRole('option').allTextContents();
  const all = rows.reduce((sum, row) => sum + Number(/^ещё (\d+)$/.exec(row)?.[1] ?? 1), 0);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(new RegExp(`^Найден\\S* ${all} результат`));
  await expect(selectedOption(page)).toHaveText(held ?? '');
  const people = page.getByRole('group', { name: 'Люди' }).getByRole('option', { name: /кызы/ });
  await expect(people).toHaveCount(4);
  await more.click();
  await expect(page.getByRole('option').nth(4)).toBeVisible();
  // Another list begins at its first row.
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('group', { name: 'Материалы и книги' })).toHaveCount(0);
  expect(await people.count()).toBeGreaterThan(4);
  await expect(searchField(page)).toBeFocused();
});

test('[FIND-01] [TALK-04] an office leads to its conversation, a student to where the registration office decides about this one', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/library');
  await openSearch(page);
  await searchField(page).fill('отдел регистр');
  const office = page.getByRole('group', { name: 'Люди' }).getByRole('option', { name: /Отдел регистрации/ });
  await expect(office.locator('mark').first()).toHaveText(/^Отдел/);
  await office.click();
  await page.waitForURL('**/lms/chat?o=*');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Отдел регистрации' })).toBeVisible();
  await page.context().clearCookies();
  await signInAs(page, 'admin', '/lms/library');
  await openSearch(page);
  await searchField(page).fill('төлөгөнова айгүл');
  await searchOption(page, /^Төлөгөнова Айгүл/).click();
  await page.waitForURL('**/lms/office?part=grants**');
  const form = page.getByRole('form', { name: 'Открыть дисциплины по выбору' });
  await expect(form.getByRole('button', { name: /Төлөгөнова Айгүл/ })).toBeVisible();
});

test('[FIND-01] more than fits is scrolled by the keyboard too @both', async ({ page }) => {
  await signInAs(page, 'student', '/lms/library');
  await openSearch(page);
  await searchField(page).fill('справка');
  await expect(searchOption(page, /^Заказать: Справка/).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Сообщения' })).toBeAttached();
  await expectAccessible(page);
});

test('[FIND-01] the search fills the phone’s screen, and a step back closes just that @phone', async ({ page }) => {
  await signInAs(page, 'student', '/lms/news');
  await openSearch(page);
  const box = await page.getByRole('dialog', { name: 'Поиск' }).boundingBox();
  expect(box && [box.x, box.y, box.width, box.height]).toEqual([0, 0, 390, 844]);
  await searchField(page).fill('асанб');
  await expect(searchOption(page, /Асанбаев Данияр/)).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(searchField(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/lms\/news/);
});

test('[FIND-01] what the inbox, materials and the library do not have is searched everywhere, with the same words', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/apps');
  for (const [path, label, nothing] of [
    ['/lms/chat', 'Люди и сообщения', 'Ничего не найдено'],
    ['/lms/umk?d=29.0.5', 'Поиск по всем вашим дисциплинам', /ничего не найдено/],
    ['/lms/library', 'Название или автор', /щщщщ/],
  ] as const) {
    await page.goto(path);
    await page.getByRole('searchbox', { name: label }).fill('щщщщ');
    await expect(page.getByText(nothing).first(), path).toBeVisible();
    await page.getByRole('button', { name: 'Искать везде' }).click();
    await expect(searchField(page), path).toHaveValue('щщщщ');
    await expect(page.getByText('По запросу «щщщщ» ничего нет')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(searchField(page)).toHaveCount(0);
    // Opened by its keys it is empty again.
    await openSearch(page);
    await expect(searchField(page)).toHaveValue('');
  }
});

test('[FIND-01] without a network people and kept conversations are found, and lead to what was kept of them', async ({
  page,
  context,
}) => {
  await openChat(page, 'student', teacherName);
  await sendText(page, 'Дайте знать, когда можно прийти');
  await page.goto('/lms/chat');
  await expect(inboxList(page).getByRole('link').first()).toBeVisible();
  await openSearch(page);
  await context.setOffline(true);
  await expect(page.getByText('Нет сети, ищем в сохранённом')).toBeVisible();
  await searchField(page).fill('асанбаев');
  await expect(searchOption(page, /Асанбаев/)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/chat\?.*c=\d+/);
});

test('[FIND-01] an act that is typed at once after the keys loses no letter, and is done by Enter', async ({
  page,
}) => {
  const acts = [
    ['admin', 'новый пароль асанб', /^Новый пароль: Асанбаев/, /\/people\/\d+\?act=password/],
    ['teacher', 'отметить проект', /^Отметить: Проектирование/, /\/journal\?/],
    ['student', 'написать асанб', /^Написать: Асанбаев/, /\/chat\?.*c=\d+/],
    ['student', 'заказать справку', /^Заказать: Справка/, /\/singlewindow\?new=\d+/],
  ] as const;
  for (const [login, typed, name, address] of acts) {
    await signInAs(page, login, '/lms/library');
    await expect(page.locator('#content h1').first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await expect(selectedOption(page), typed).toHaveText(name);
    await expect(searchField(page)).toHaveValue(typed);
    await page.keyboard.press('Enter');
    await expect(page, typed).toHaveURL(address);
  }
});

test('[FIND-01] what was searched stands first the next time; Tab narrows to a group; what is typed at once is not lost, and finds actions and documents', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/library');
  await openSearch(page);
  await searchField(page).fill('расписание');
  await expect(selectedOption(page)).toHaveText(/Расписание/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/schedule/);

  await openSearch(page);
  await expect(page.getByRole('group', { name: 'Недавно искали' }).getByRole('option')).toHaveText(['расписание']);
  await searchField(page).fill('асанбаев');
  await expect(
    searchOption(page, teacherName)
      .or(searchOption(page, /Асанбаев/))
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Люди', pressed: true })).toBeVisible();
  await expect(selectedOption(page)).toHaveText(/Асанбаев/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lms\/chat\?.*c=\d+/);

  // No letter is lost that is typed at once, before the rest of the search has come; acts and documents have words, too.
  await page.reload();
  await expect(page.locator('#content h1').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('написать асанб');
  await expect(searchOption(page, /^Написать: Асанбаев/)).toBeVisible();
  await expect(searchField(page)).toHaveValue('написать асанб');
  await searchField(page).fill('справку');
  await searchOption(page, /^Заказать: Справка/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/lms\/singlewindow\?new=\d+/);
  await expect(page.getByLabel('Документ', { exact: true })).not.toHaveValue('');
});
