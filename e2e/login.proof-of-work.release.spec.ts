import postgres from 'postgres';
import { createFailuresFromAddress, recordFailedSignIns } from '../server/test/factories/failed-sign-ins.ts';
import { passwords } from './support/people.ts';
import { expect, test } from './support/test.ts';

// Signs in by the form: it is what does the work.
test('[SAFE-07] from a rate-limited address the page computes the proof of work itself and signs in, without crypto.subtle too', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await recordFailedSignIns(sql, createFailuresFromAddress('127.0.0.1', 500));
  await sql.end();
  // As on a plain http address of the campus.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  const sent: { login: string; proof?: string }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('authorize')) sent.push(request.postDataJSON() as (typeof sent)[number]);
  });
  await page.goto(`${ownPortal.url}/lms/login`);
  // What the work is for waits, so that the word for it is surely seen.
  let go = () => {};
  const seen = new Promise<void>((done) => {
    go = done;
  });
  await page.route(/authorize/, async (route) => {
    if ((route.request().postDataJSON() as (typeof sent)[number]).proof !== undefined) await seen;
    await route.continue();
  });
  await page.getByLabel('Логин').fill('student');
  await page.getByLabel('Пароль', { exact: true }).fill('Wrong1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Проверяем браузер…')).toBeVisible();
  go();
  await expect(page.getByRole('alert')).toHaveText('Неверное имя пользователя или пароль');
  await page.getByLabel('Пароль', { exact: true }).fill(passwords.student);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  expect(sent.map(({ proof }) => proof !== undefined)).toEqual([false, true, false, true]);
});
