import postgres from 'postgres';
import { signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-06] rooms of a portal without a university say so, and lead whoever may to loading one', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  await sql`update academic_year set is_default = false`;
  await sql.end();
  await signInAs(page, 'admin', '/lms/journal', ownPortal.url);
  for (const [path, sentence] of [
    ['journal', 'Журнала ещё нет: в портал не загружены учебный год и занятия'],
    ['umk', 'Материалов ещё нет: в портал не загружены учебный год и дисциплины'],
    ['schedule', 'Расписания ещё нет: в портал не загружены учебный год и занятия'],
  ]) {
    await page.goto(`${ownPortal.url}/lms/${path}`);
    await expect(page.getByText(sentence as string)).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Загрузить таблицы' })).toHaveAttribute(
      'href',
      '/lms/data',
    );
  }
  await signInAs(page, 'teacher', '/lms/journal', ownPortal.url);
  await expect(page.getByText('Журнала ещё нет')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Загрузить таблицы' })).toHaveCount(0);
});
