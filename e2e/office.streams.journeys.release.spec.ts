import postgres from 'postgres';
import { expectAccessible } from './support/axe.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-09] the board filters the table; a stream is made at free hours, changed, and closed @also-phone', async ({
  page,
  portal,
}) => {
  const sql = postgres(portal.databaseUrl, { max: 1 });
  await as(page, 'admin', '/lms/registrationoffice');
  const seats = page.getByRole('region', { name: /^Места в \d+ поток/ });
  await seats.getByRole('button', { name: /^полные/ }).click();
  await expect(page).toHaveURL(/only=full/);
  await expect(page.getByRole('button', { name: 'Полные', pressed: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Новый поток' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('социология');
  await dialog
    .getByRole('button', { name: /^Социология I/ })
    .first()
    .click();
  const form = dialog.getByRole('form', { name: 'Новый поток' });
  await form.getByLabel('Преподаватель').selectOption({ index: 1 });
  const free = form.getByRole('button', { name: /: свободно$/ }).first();
  await free.click();
  await expect(form.getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(form.getByText('Выберите аудиторию: без неё студенты не узнают, куда идти')).toBeVisible();
  await form.getByLabel('Аудитория').selectOption({ index: 1 });
  await expect(form.getByText('Преподаватель и аудитория свободны')).toBeVisible();
  await form.getByLabel('Основание').fill('Мест не хватило');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Создать поток' }).click();
  await expect(page.getByText('Поток создан', { exact: true })).toBeVisible();
  const [made] = await sql<{ id: number; name: string }[]>`
    select id, name from stream where by_hand and closed_at is null order by id desc limit 1`;
  await page.goto('/lms/registrationoffice');
  await page.getByRole('searchbox', { name: 'Дисциплина, преподаватель или поток' }).fill('Социология I');
  const row = page.getByRole('button', { name: new RegExp(`^Социология I .*${made?.name}.*0 из 25`) });
  await row.click();
  await dialog.getByRole('button', { name: 'Изменить поток' }).click();
  const change = dialog.getByRole('form', { name: 'Изменить поток' });
  await expect(change.getByText('Пока ничего')).toBeVisible();
  await change.getByRole('button', { name: 'Больше мест' }).click();
  await expect(change.getByText('Мест: 25 → 26')).toBeVisible();
  await change.getByLabel('Основание').fill('Аудитория больше');
  await expectAccessible(page);
  await change.getByRole('button', { name: /^Сохранить и сообщить/ }).click();
  await expect(page.getByText('Поток изменён', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть поток' }).click();
  const end = dialog.getByRole('form', { name: 'Закрыть поток' });
  await end.getByLabel('Основание').fill('Создан по ошибке');
  await end.getByRole('button', { name: 'Закрыть поток' }).click();
  await expect(page.getByText('Поток закрыт', { exact: true }).first()).toBeVisible();
  const kinds = await sql<{ kind: string }[]>`
    select kind from registration_change where stream_id = ${made?.id ?? 0} order by id`;
  expect(kinds.map(({ kind }) => kind)).toEqual(['made', 'remade', 'ended']);
  await sql.end();
});
