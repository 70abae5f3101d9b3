import type { Page } from '@playwright/test';
import { offlineBanner } from './support/network.ts';
import { type Login, passwords, signInAs } from './support/people.ts';
import { roomsByLogin } from './support/rooms.ts';
import {
  readAndResetLayoutShifts,
  throttleNetwork,
  townEdgeNetwork,
  villageNetwork,
  watchLayoutShifts,
} from './support/slow-network.ts';
import { expect, test } from './support/test.ts';

/** What a page may shift by at most: a tenth of what Chrome calls poor. */
const maxShift = 0.05;

/** Every room, each account's start page, and pages that are no rooms of their own or another one for this account. */
const places: Partial<Record<Login, readonly string[]>> = {
  student: [...roomsByLogin.student, '', 'd/29'],
  teacher: [...roomsByLogin.teacher, '', 'd/29', 'schedule'],
  editor: ['', 'news'],
  clerk: [...roomsByLogin.clerk, ''],
  admin: [
    ...roomsByLogin.admin,
    '',
    'journal',
    ...['incomplete', 'windows', 'limits', 'year'].map((part) => `office?part=${part}`),
  ],
};

for (const [login, rooms] of Object.entries(places))
  test(`no page of ${login} jumps or says that the network is lost on a line of 400 ms and 400 kbit/s @both`, async ({
    page,
  }) => {
    test.slow();
    await watchLayoutShifts(page);
    await signInAs(page, login as Login, '/lms');
    await throttleNetwork(page);
    for (const room of rooms) {
      await page.goto(`/lms/${room}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(offlineBanner(page)).toHaveCount(0);
      const { shift, moved } = await readAndResetLayoutShifts(page);
      expect.soft(shift, `${room}: ${moved.join('\n')}`).toBeLessThan(maxShift);
    }
  });

/** Types as a person does, and waits until what comes next has been fetched meanwhile. */
async function typeIn(page: Page, login: Login): Promise<void> {
  const fetched = page.waitForResponse((one) => /\/Shell-[^/]+\.js$/.test(one.url()));
  await page.getByLabel('Логин').fill(login);
  await page.getByLabel('Пароль', { exact: true }).fill(passwords[login]);
  await fetched;
}

/** What is on the start page of each account. */
const startsWith: Partial<Record<Login, string>> = {
  student: 'Дисциплины',
  teacher: 'Дисциплины',
  editor: 'Ваши последние',
  clerk: 'Заказы, самые старые',
  admin: 'Последние действия',
};

for (const [login, heading] of Object.entries(startsWith))
  test(`on a slow line the form stands until the start page of ${login} is there, which does not jump, and nobody goes back to it @phone`, async ({
    page,
  }) => {
    test.slow();
    await watchLayoutShifts(page);
    await throttleNetwork(page, process.env.EVERY_WIDTH ? villageNetwork : townEdgeNetwork);
    await page.goto('/lms/login');
    await typeIn(page, login as Login);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Входим…' })).toBeVisible();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { shift, moved, empty } = await readAndResetLayoutShifts(page);
    expect(empty, 'frames without a word').toBe(0);
    expect(shift, moved.join('\n')).toBeLessThan(maxShift);

    await page.goto('/lms/login');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page).toHaveURL(/\/lms\/?$/);
    await expect(page.getByLabel('Логин')).toHaveCount(0);
  });
