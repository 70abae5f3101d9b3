import postgres from 'postgres';
import { isFullyShown } from './support/fully-shown.ts';
import { gridCell, gridRow } from './support/journal.ts';
import { courseAddress, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[JRN-07] what was refused is shown above the table, takes nothing from the heading, and is not forgotten with its class', async ({
  page,
  ownPortal,
}) => {
  await signInAs(page, 'teacher', courseAddress('/lms/journal'), ownPortal.url);
  const heading = page.getByRole('heading', { level: 1 });
  const types = page.getByRole('group', { name: 'Вид занятия' });
  await gridRow(page, 0).locator('td[data-c]').last().click();
  const boxes = () => Promise.all([heading.boundingBox(), types.boundingBox()]);
  const before = await boxes();
  // Somebody else has the class from now on.
  const sql = postgres(ownPortal.databaseUrl, { max: 1 });
  const discipline = Number.parseInt(new URL(page.url()).searchParams.get('d') ?? '', 10);
  await sql`
    update group_load set teacher_id = (select person_id from account where login = 'editor')
    where teacher_id = (select person_id from account where login = 'teacher') and discipline_id = ${discipline}`;
  await sql.end();
  // Discipline and group, the student, the day of the class, and the mark.
  const lost = /^.+ · .+-\d+-\d+ · \p{Lu}.+ · \d\d\.\d\d · 5$/u;
  await page.keyboard.press('5');
  await expect(page.getByRole('alert').filter({ hasText: 'Не сохранено: 1' })).toBeVisible();
  expect(await boxes()).toEqual(before);
  for (const row of [1, 2, 3]) {
    await gridRow(page, row).locator('td[data-c]').last().click();
    await page.keyboard.press('5');
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Не сохранено: 4' })).toBeVisible();

  // With the class gone another journal opens, which tells of it.
  await page.reload();
  const elsewhere = page.getByRole('alert').filter({ hasText: 'Не сохранено в другом журнале: 4' });
  await expect(elsewhere).toBeVisible();
  const entries = elsewhere.getByRole('listitem');
  await expect(entries.first()).toBeHidden();
  await elsewhere.getByText('Что не сохранено').click();
  await expect(entries).toHaveText([lost, lost, lost, lost]);
  await elsewhere.getByRole('button', { name: 'Убрать' }).click();
  await expect(elsewhere).toHaveCount(0);
});

for (const [lang, words] of [
  ['kg', 'Тармакты күтүүдө: 1'],
  ['en', 'Waiting for the network: 1'],
] as const)
  test(`[JRN-07] [BASE-11] what waits for the network is shown in whole lines beside the tools: ${lang}`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL ?? '' }]);
    await signInAs(page, 'teacher', courseAddress('/lms/journal'));
    await expect(page.getByRole('grid')).toBeVisible();
    await page.context().setOffline(true);
    await gridCell(page, 0, 0).press('4');
    const waitingText = page.locator('p[data-state="waiting"] > span');
    await expect(waitingText).toHaveText(words);
    expect(await isFullyShown(waitingText)).toBe(true);
  });
