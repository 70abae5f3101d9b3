import type { Page } from '@playwright/test';
import { contactLinks, selectionInUrl } from './support/cascade.ts';
import { signIn, signInAs } from './support/people.ts';
import { blockStartCall } from './support/start-call.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-08] choosing a semester clears the chosen contact', async ({ page }) => {
  // The invented university teaches every discipline in one semester: a second one is added to the answer.
  await page.route('**/api/discipline/semester/list.json', async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as { data: { id_semester: number; p43: string }[] };
    const [first] = reply.data;
    if (first) reply.data.push({ id_semester: first.id_semester + 1, p43: String(first.id_semester + 1) });
    await route.fulfill({ response: answer, json: reply });
  });
  await blockStartCall(page);
  await signInAs(page, 'teacher', '/lms/umk?c=-1');
  const semesters = page.getByRole('group', { name: 'Семестр' }).getByRole('button');
  await expect(semesters).toHaveCount(2);
  await expect(semesters.first()).toHaveAttribute('aria-pressed', 'true');
  expect(selectionInUrl(page).c).toBe('-1');
  await semesters.nth(1).click();
  await expect(semesters.nth(1)).toHaveAttribute('aria-pressed', 'true');
  expect(selectionInUrl(page).c).toBeUndefined();
  expect(selectionInUrl(page).sem).toBeTruthy();
});

test('contacts can be searched by name', async ({ page }) => {
  await signInAs(page, 'teacher', '/lms/chat?d=29.0.5');
  await expect(contactLinks(page).first()).toBeVisible();
  const all = await contactLinks(page).count();
  await page.getByRole('button', { name: 'Найти контакт' }).click();
  await page.getByRole('searchbox', { name: 'Найти контакт' }).fill('төлөгөн');
  await expect.poll(() => contactLinks(page).count()).toBeLessThan(all);
  await expect(contactLinks(page).first()).toContainText('Төлөгөнова');
  await page.getByRole('searchbox', { name: 'Найти контакт' }).fill('такого нет');
  await expect(page.getByText('Никого не нашли')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(contactLinks(page)).toHaveCount(all);
});

const disciplines = (page: Page) =>
  page.getByRole('region', { name: 'Дисциплины' }).getByRole('button', { name: /кр\./ });

const filter = (page: Page) => page.getByRole('group', { name: 'Группа' });

test('[SHELL-07] [SHELL-08] the cascade asks in its order, for a teacher and for a student, and has a filter only where there is a choice', async ({
  page,
  browser,
  baseURL,
}) => {
  const follow = (one: Page) => {
    const asked: string[] = [];
    one.on('requestfinished', (request) => {
      const [, path] = /\/api\/discipline\/(.+)\.json$/.exec(request.url()) ?? [];
      if (path && !asked.includes(path)) asked.push(path);
    });
    return asked;
  };
  const asked = follow(page);
  await blockStartCall(page);
  await signIn(page, 'teacher', '/lms/chat?d=29.0.5');
  await expect(contactLinks(page).first()).toContainText('Групповой чат');
  await expect(filter(page).getByRole('button').nth(1)).toBeVisible();
  await expect.poll(() => asked.slice(-4)).toEqual(['list', 'semester/list', 'group/list', 'students/list']);
  expect(asked.indexOf('current/ws')).toBeLessThan(asked.indexOf('list'));

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  const byStudent = follow(student);
  await blockStartCall(student);
  await signIn(student, 'student', '/lms/chat?d=29.0.5');
  await expect(contactLinks(student).first()).toContainText('Групповой чат');
  await expect(student.locator('[data-part="filter"]')).toHaveCount(0);
  await expect
    .poll(() => byStudent.slice(-4))
    .toEqual(['forStudentDisciplinelist', 'studentSemester/list', 'studentGroup/list', 'teachers/list']);
  await other.close();
});

test('[SHELL-08] a choice resets what hangs on it: group the contact, discipline the group, term the discipline', async ({
  page,
}) => {
  await signInAs(page, 'teacher', '/lms/chat?d=29.0.5');
  // The first group is active without being chosen.
  await expect(filter(page).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await filter(page).getByRole('button').nth(1).click();
  await expect(filter(page).getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  const group = selectionInUrl(page).g;
  expect(group).toBeTruthy();
  await contactLinks(page).nth(1).click();
  await expect.poll(() => selectionInUrl(page).c).toBeTruthy();
  expect(selectionInUrl(page).g).toBe(group);

  await page.goBack();
  await filter(page).getByRole('button').first().click();
  await expect.poll(() => selectionInUrl(page).g).not.toBe(group);
  expect(selectionInUrl(page).c).toBeUndefined();

  await page.goto(`/lms/umk${new URL(page.url()).search}`);
  await disciplines(page).nth(1).click();
  await expect(disciplines(page).nth(1)).toHaveAttribute('aria-current', 'true');
  expect(selectionInUrl(page).g).toBeUndefined();
  expect(selectionInUrl(page).d).toBeTruthy();

  await page.getByRole('button', { name: /Учебный год и семестр/ }).click();
  await page
    .getByRole('dialog', { name: 'Учебный год и семестр' })
    .getByRole('button', { name: '· весенний' })
    .first()
    .click();
  await expect.poll(() => selectionInUrl(page).ws).toBe('2');
  expect(selectionInUrl(page).d).toBeUndefined();
  await expect(page.getByRole('button', { name: /Учебный год и семестр/ })).toContainText('весенний');
});
