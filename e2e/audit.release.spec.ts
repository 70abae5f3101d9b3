import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { readSheet } from 'read-excel-file/node';
import { addAuditEntries } from '../server/test/factories/audit-entries.ts';
import { expectAccessible } from './support/axe.ts';
import { today } from './support/classes.ts';
import { signIn, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A day that lies so many days back, as the portal's fields show it. */
function typed(daysAgo: number): string {
  const day = new Date(`${today()}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - daysAgo);
  return day.toISOString().slice(0, 10).split('-').reverse().join('.');
}

test('[PEOPLE-03] audit entries are read day by day, filtered and taken along as a file @also-phone', async ({
  page,
}) => {
  // By the form: signing in is an act of the list.
  await signIn(page, 'admin', '/lms/audit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Действия');
  const entries = page.getByRole('list', { name: 'Действия' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  await expectAccessible(page);

  await test.step('the list begins with today; other days come one by one, or all at once', async () => {
    const when = page.getByRole('button', { name: /^Когда/ });
    await expect(when).toHaveAccessibleName('Когда: сегодня');
    await expect(page.getByRole('button', { name: 'День позже' })).toBeDisabled();
    await page.getByRole('button', { name: 'День раньше' }).click();
    await when.click();
    const days = page.getByRole('dialog', { name: 'Когда' });
    await expect(days.getByLabel('С какого дня')).toHaveValue(typed(1));
    await expect(days.getByLabel('По какой день')).toHaveValue(typed(1));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Убрать отбор: Когда' }).click();
    await expect(when).toHaveAccessibleName('Когда: все дни');
    await expect(page).toHaveURL(/days=all/);
    await expect(entries.first()).toBeVisible();
    await expectAccessible(page);
    await when.click();
    await days.getByRole('button', { name: 'Сегодня' }).click();
    await expect(when).toHaveAccessibleName('Когда: сегодня');
  });

  // The strip of the day: its slider chooses a half hour, whose acts alone are listed then.
  const strip = page.getByRole('slider', { name: /^Действия по получасам/ });
  await expect(strip).toHaveAttribute('aria-valuetext', 'весь день');
  await strip.press('End');
  await expect(page).toHaveURL(/at=23%3A30/);
  await expect(strip).toHaveAttribute('aria-valuetext', /^23:30–24:00: \d+/);
  await page.getByRole('button', { name: 'Показать весь день' }).click();
  await expect(page).not.toHaveURL(/at=/);
  await page.goto('/lms/audit');
  await page.getByRole('combobox', { name: 'Что' }).selectOption({ label: 'Входы' });
  await expect(entries.first()).toContainText(/Вход|Выход|пароль|Спрошен/);
  await expect(page).toHaveURL(/category=signins/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать XLSX' }).click();
  const rows = await readSheet(await readFile(await (await download).path()));
  const head = rows.findIndex(([first]) => first === 'Когда');
  expect(JSON.stringify(rows.slice(0, head))).toContain('Входы');
  expect(rows[head]).toContain('Кто');
  expect(rows.length).toBeGreaterThan(head + 1);
  await expect(page.getByText(/^Выгружен/).first()).toBeVisible();
  await page.goto('/lms/audit?days=all');
  await page.getByRole('button', { name: 'Кто: все' }).click();
  await page.getByRole('dialog', { name: 'Кто' }).getByRole('searchbox').fill('Касымалиев');
  await expect(page).toHaveURL(/who=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Кто: «Касымалиев»' })).toBeVisible();
  await expect(entries.first()).toContainText('Касымалиев');
  await page.goto('/lms/audit?category=data');
  await expect(entries.first()).toContainText('Выгружен журнал действий');
  await page.goto('/lms/audit?from=2001-01-01&until=2001-01-02');
  await expect(page.getByText('Таких действий нет')).toBeVisible();
});

test('[PEOPLE-03] how long audit entries are kept is read and changed beside them, within bounds @also-phone', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'admin', '/lms/audit', ownPortal.url);
  await page.getByRole('button', { name: 'Хранение' }).click();
  const dialog = page.getByRole('dialog', { name: 'Хранение' });
  const kept = dialog.getByLabel('Расписание');
  await expect(kept).toHaveValue('60');
  await expect(kept).toHaveAccessibleDescription('месяцев');
  await expectAccessible(page);
  await kept.fill('601');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('Целое число от 1 до 600')).toBeVisible();
  await expect(kept).toBeFocused();
  await kept.fill('24');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сроки сохранены')).toBeVisible();
  const act = page.getByRole('list', { name: 'Действия' }).getByRole('listitem').first();
  await expect(act).toContainText('Изменён срок хранения действий');
  await expect(act).toContainText('Расписание');
  await expect(act).toContainText('60 → 24');
});

test('[PEOPLE-03] a file of thousands of entries is handed over as well @also-phone', async ({ page, ownPortal }) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await addAuditEntries(sql, 'login.in', { person: 'teacher', address: '127.0.0.1', count: 5000 });
  await sql.end();
  await signInAs(page, 'admin', '/lms/audit?category=signins', ownPortal.url);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать XLSX' }).click();
  const rows = await readSheet(await readFile(await (await download).path()));
  expect(rows.length).toBeGreaterThan(5000);
});
