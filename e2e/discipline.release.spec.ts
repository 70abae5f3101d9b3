import { expectAccessible } from './support/axe.ts';
import { at, classOfToday, comeInto, jointClassOfToday, slotOf } from './support/classes.ts';
import { address, beside, enterAbsences, part } from './support/discipline.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-05] a student’s next class opens all about it, whose name leads back here', async ({ page, ownPortal }) => {
  const made = await classOfToday(ownPortal, 5);
  await comeInto(made, 'student', ownPortal);
  await page.clock.setFixedTime(at('06:00'));
  await as(page, 'student', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
  await beside(page).getByRole('region', { name: 'Ближайшее занятие' }).getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('link', { name: 'Написать преподавателю' })).toBeVisible();
  await page.goto(`${ownPortal.url}/lms/schedule`);
  await page
    .getByRole('button', { name: new RegExp(made.discipline) })
    .first()
    .click();
  await sheet.getByRole('heading').getByRole('link', { name: made.discipline }).click();
  await expect(sheet).toBeHidden();
  await page.waitForURL(`**/lms/d/${made.id}?**`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.discipline);
});

test('[NOW-05] [NOW-03] a teacher marks the class going on from here @phone', async ({ page, ownPortal }) => {
  const made = await classOfToday(ownPortal, 5);
  const { during } = await slotOf(ownPortal, 5);
  await page.clock.setFixedTime(at(during));
  await as(page, 'teacher', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
  const now = beside(page).getByRole('region', { name: /^Сейчас · ещё \d+ мин/ });
  await expect(now).toContainText(made.group);
  await now.getByRole('link', { name: /^Отметить · \d+$/ }).click();
  await page.waitForURL('**/lms/journal?**');
  await expect(page.getByRole('region', { name: 'Отметить' })).toBeVisible();
});

test('[NOW-05] [NOW-03] a teacher’s journals begin with the tables of joint classes @also-phone', async ({
  page,
  ownPortal,
}) => {
  const { id, groups } = await jointClassOfToday(ownPortal, 5);
  await as(page, 'teacher', `/lms/d/${id}`, ownPortal.url);
  await part(page, 'Журнал').click();
  const joint = page.getByRole('list', { name: 'Общие занятия групп' }).getByRole('link');
  await expect(joint).toHaveText(`Лекция${groups[0].name}, ${groups[1].name}`);
  await joint.click();
  await page.waitForURL('**/lms/journal?**also=**');
  await expect(page.getByRole('main').getByText(`${groups[0].name}, ${groups[1].name}`).first()).toBeVisible();
});

test('[NOW-05] whose discipline it is not is told so, whatever the address says, and as of one that is not there', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await as(page, 'student3', address);
  const none = page.getByText('Такой дисциплины у вас нет');
  await expect(none).toBeVisible();
  const own = page.getByRole('complementary').getByRole('button').first();
  await expect(own).toBeVisible();
  for (const other of ['/lms/d/29', '/lms/d/987654', '/lms/d/987654?d=987654.0.3']) {
    await page.goto(other);
    await expect(none).toBeVisible();
  }
  expect(calls.filter((url) => /group\/people|getjournalforstudent|figures/.test(url))).toEqual([]);
});

test('[NOW-05] without a network what was read stays, and what was not says so, with a way to retry @phone', async ({
  page,
  context,
}) => {
  await as(page, 'student', address);
  await expect(beside(page).getByRole('list', { name: 'Преподаватели' })).toBeVisible();
  await context.setOffline(true);
  await part(page, 'Журнал').click();
  await part(page, 'Люди').click();
  await expect(page.getByRole('link', { name: /^Написать/ }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: /Повторить|Проверить снова/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Моя группа' }).getByRole('listitem').first()).toBeVisible();
});

/** Language, parts of the page, account and width, in pairs; Russian is seen by the other tests. */
const pairs = [
  ['kg', ['Материалдар', 'Журнал', 'Адамдар'], 'student', '@phone'],
  ['kg', ['Материалдар', 'Журнал', 'Адамдар'], 'teacher', ''],
  ['en', ['Materials', 'Journal', 'People'], 'teacher', '@phone'],
  ['en', ['Materials', 'Journal', 'People'], 'student', ''],
] as const;
for (const [lang, parts, login, width] of pairs)
  test(
    `[NOW-05] ${lang}: the page of a ${login} has no accessibility findings, dark and light ${width}`.trim(),
    async ({ page, portal }) => {
      await enterAbsences(portal);
      await page.context().addCookies([{ name: 'lang', value: lang, url: portal.url }]);
      await page.emulateMedia({ colorScheme: lang === 'kg' ? 'dark' : 'light' });
      await as(page, login, address);
      for (const name of parts) {
        await page
          .getByRole('button', { name, exact: name !== parts[2] })
          .last()
          .click();
        await expect(page.getByRole('status', { name: /./ })).toHaveCount(0);
        await expectAccessible(page);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    },
  );
