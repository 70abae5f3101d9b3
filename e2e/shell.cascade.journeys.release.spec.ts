import type { Page } from '@playwright/test';
import { chosen, contacts } from './support/cascade.ts';
import { as, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

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
  // By the form: the first answer of a page that is opened would bring them along.
  await signIn(page, 'teacher', '/lms/chat?d=29.0.5');
  await expect(contacts(page).first()).toContainText('Групповой чат');
  await expect(filter(page).getByRole('button').nth(1)).toBeVisible();
  await expect.poll(() => asked.slice(-4)).toEqual(['list', 'semester/list', 'group/list', 'students/list']);
  expect(asked.indexOf('current/ws')).toBeLessThan(asked.indexOf('list'));

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const student = await other.newPage();
  const byStudent = follow(student);
  await signIn(student, 'student', '/lms/chat?d=29.0.5');
  await expect(contacts(student).first()).toContainText('Групповой чат');
  await expect(student.locator('[data-part="filter"]')).toHaveCount(0);
  await expect
    .poll(() => byStudent.slice(-4))
    .toEqual(['forStudentDisciplinelist', 'studentSemester/list', 'studentGroup/list', 'teachers/list']);
  await other.close();
});

test('[SHELL-08] a choice resets what hangs on it: group the contact, discipline the group, term the discipline', async ({
  page,
}) => {
  await as(page, 'teacher', '/lms/chat?d=29.0.5');
  // The first group is active without being chosen.
  await expect(filter(page).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await filter(page).getByRole('button').nth(1).click();
  await expect(filter(page).getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  const group = chosen(page).g;
  expect(group).toBeTruthy();
  await contacts(page).nth(1).click();
  await expect.poll(() => chosen(page).c).toBeTruthy();
  expect(chosen(page).g).toBe(group);

  await page.goBack();
  await filter(page).getByRole('button').first().click();
  await expect.poll(() => chosen(page).g).not.toBe(group);
  expect(chosen(page).c).toBeUndefined();

  await page.goto(`/lms/umk${new URL(page.url()).search}`);
  await disciplines(page).nth(1).click();
  await expect(disciplines(page).nth(1)).toHaveAttribute('aria-current', 'true');
  expect(chosen(page).g).toBeUndefined();
  expect(chosen(page).d).toBeTruthy();

  await page.getByRole('button', { name: /Учебный год и семестр/ }).click();
  await page
    .getByRole('dialog', { name: 'Учебный год и семестр' })
    .getByRole('button', { name: '· весенний' })
    .first()
    .click();
  await expect.poll(() => chosen(page).ws).toBe('2');
  expect(chosen(page).d).toBeUndefined();
  await expect(page.getByRole('button', { name: /Учебный год и семестр/ })).toContainText('весенний');
});
