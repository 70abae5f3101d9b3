import postgres from 'postgres';
import { makeDuplicateAccount, makeNamesakeTeacher } from '../server/test/factories/people.ts';
import { disciplineAddress, partTab } from './support/discipline.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[REG-08] the office’s streams and a discipline’s people tell those of one name apart', async ({
  page,
  ownPortal,
}) => {
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const { login } = await makeDuplicateAccount(sql, 'student');
  const [stream] = await sql<{ teacher: string; name: string }[]>`
    select s.teacher_id as teacher, p.surname as name from stream s join person p on p.id = s.teacher_id
    where s.closed_at is null and s.year_id = (select id from academic_year where is_default) order by s.id limit 1`;
  await makeNamesakeTeacher(sql, Number(stream?.teacher));
  await sql.end();
  await as(page, 'teacher', disciplineAddress, ownPortal.url);
  await partTab(page, /^Люди · \d+/).click();
  await expect(page.getByRole('listitem').filter({ hasText: `, ${login}` })).toHaveCount(1);
  await page.context().clearCookies();
  await as(page, 'admin', '/lms/office?part=streams', ownPortal.url);
  await page
    .getByRole('searchbox')
    .first()
    .fill(stream?.name ?? '');
  const row = page.getByRole('button', { name: new RegExp(`${stream?.name}.*, ${stream?.teacher}`) }).first();
  await expect(row).toBeVisible();
  await row.click();
  await expect(page.getByRole('dialog')).toContainText(`, ${stream?.teacher}`);
});
