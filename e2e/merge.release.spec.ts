import postgres from 'postgres';
import { placeOrders } from '../server/test/factories/orders.ts';
import { createDuplicateAccount } from '../server/test/factories/people.ts';
import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

interface DuplicateAccount {
  stays: number;
  name: string;
  login: string;
}

/** Gives a student whom no other test signs in a second account, with the same name and an order of its own. */
async function invent(databaseUrl: string, place: number): Promise<DuplicateAccount> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ stays: string; name: string }[]>`
    select p.id as stays, p.full_name as name from account a join person p on p.id = a.person_id
    where a.role = 2 and p.closed_on is null and a.login not like 'student%' and a.login not like 'double%'
      and not a.blocked
    order by p.id desc offset ${place} limit 1`;
  if (!row) throw new Error('there is no such student');
  const { id, login } = await createDuplicateAccount(sql, Number(row.stays));
  const [last] = await sql<{ document: number; district: number }[]>`
    select (select max(id) from document_type) as document, (select max(id) from district) as district`;
  await placeOrders(sql, [{ person: id, ...last }]);
  await sql.end();
  return { stays: Number(row.stays), name: row.name, login };
}

test('[PEOPLE-07] a double is found, compared, merged with a reason, and parted again @also-phone', async ({
  page,
  portal,
  isMobile,
}) => {
  const { stays, name, login } = await invent(portal.databaseUrl, isMobile ? 9 : 8);
  await signInAs(page, 'admin', `/lms/people/${stays}`);
  const doubles = page.getByRole('region', { name: 'Похожие записи' });
  const merges = page.getByRole('region', { name: 'Объединённые записи' });
  const dialog = page.getByRole('dialog');
  const row = doubles.getByRole('listitem').filter({ hasText: login });
  await expect(row).toContainText('то же имя');
  await expect(merges).toHaveCount(0);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Объединить' }).click();
  await expect(dialog.getByRole('region', { name: 'Перейдёт' })).toContainText('Заказы и платёжные коды');
  await expect(dialog).toContainText(`под «${login}» больше нельзя войти`);
  const merge = dialog.getByRole('button', { name: 'Объединить записи' });
  await expect(merge).toBeDisabled();
  await dialog.getByLabel('Основание').fill('Студент записан дважды');
  await expectAccessible(page);
  await merge.click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  const merged = merges.getByRole('listitem').filter({ hasText: login });
  await expect(merged).toContainText('разделить можно до');
  await expect(page.getByRole('region', { name: 'Что делали с этой записью' })).toContainText('Студент записан дважды');
  await expectAccessible(page);

  await merged.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(merges).toContainText(`Эта запись объединена с «${name}» и закрыта.`);
  await page.goBack();
  await merged.getByRole('button', { name: 'Разделить' }).click();
  await dialog.getByLabel('Основание').fill('Это разные люди');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Разделить' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(merges.getByRole('listitem')).toHaveCount(0);
  await expect(row).toBeVisible();
});
