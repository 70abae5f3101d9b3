import { expectAccessible } from './support/axe.ts';
import {
  createClassToday,
  createCombinedClassToday,
  expectJournalReady,
  moveStudentToGroup,
  readSlotTimes,
  timestampToday,
} from './support/classes.ts';
import { disciplineAddress, enterAbsences, isPhoneViewport, pagePartTab, sidePanel } from './support/discipline.ts';
import { isFullyShown } from './support/fully-shown.ts';
import { sharedDisciplineId, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-05] a student’s next class opens all about it, whose name leads back here', async ({ page, ownPortal }) => {
  const made = await createClassToday(ownPortal, 5);
  await moveStudentToGroup(made, 'student', ownPortal);
  await page.clock.setFixedTime(timestampToday('06:00'));
  await signInAs(page, 'student', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
  await sidePanel(page).getByRole('region', { name: 'Ближайшее занятие' }).getByRole('button').click();
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

test('[NOW-05] on the phone the teacher of a class is named whole, by surname and initials @phone', async ({
  page,
  portal,
}) => {
  await enterAbsences(portal, []);
  await signInAs(page, 'student', disciplineAddress);
  await pagePartTab(page, 'Журнал').click();
  const line = page
    .getByRole('main')
    .locator('small')
    .filter({ hasText: /· Асанбаев\sД/ })
    .first();
  await expect(line).toHaveText(/· Асанбаев\sД\.\sН\.$/);
  expect(await isFullyShown(line)).toBe(true);
});

test('how many opened a material is never cut, however long its kind is', async ({ page }) => {
  await signInAs(page, 'teacher', disciplineAddress);
  const openings = page.locator('[data-material] small span[title]').filter({ hasText: /открыва|открыл/ });
  await expect(openings.first()).toBeVisible();
  for (const one of await openings.all()) expect(await isFullyShown(one)).toBe(true);
});

test('[NOW-05] [NOW-03] a teacher marks the class going on from here @phone', async ({ page, ownPortal }) => {
  const made = await createClassToday(ownPortal, 5);
  const { during } = await readSlotTimes(ownPortal, 5);
  await page.clock.setFixedTime(timestampToday(during));
  await signInAs(page, 'teacher', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
  const now = page.getByRole('main').getByRole('region', { name: /^Сейчас · ещё \d+ мин/ });
  await expect(now).toContainText(made.group);
  await now.getByRole('link', { name: /^Отметить · \d+$/ }).click();
  await page.waitForURL('**/lms/journal?**');
  await expect(page.getByRole('region', { name: 'Отметить' })).toBeVisible();
});

test('[NOW-05] [NOW-03] a teacher’s journals begin with the tables of combined classes @also-phone', async ({
  page,
  ownPortal,
}) => {
  const { id, groups } = await createCombinedClassToday(ownPortal, 5);
  await signInAs(page, 'teacher', `/lms/d/${id}`, ownPortal.url);
  await pagePartTab(page, 'Журнал').click();
  const combined = page.getByRole('list', { name: 'Общие занятия групп' }).getByRole('link');
  await expect(combined).toHaveText(`Лекция${groups[0].name}, ${groups[1].name}`);
  await combined.click();
  await page.waitForURL('**/lms/journal?**also=**');
  await expect(page.getByRole('main').getByText(`${groups[0].name}, ${groups[1].name}`).first()).toBeVisible();
});

test('[NOW-05] whose discipline it is not sees the same refusal as for one that does not exist, whatever the address says', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await signInAs(page, 'student3', disciplineAddress);
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
  await signInAs(page, 'student', disciplineAddress);
  await expect(sidePanel(page).getByRole('list', { name: 'Преподаватели' })).toBeVisible();
  await context.setOffline(true);
  await pagePartTab(page, 'Журнал').click();
  await pagePartTab(page, 'Люди').click();
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
      await signInAs(page, login, disciplineAddress);
      for (const name of parts) {
        await page
          .getByRole('button', { name, exact: name !== parts[2] })
          .last()
          .click();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    },
  );

test('[NOW-05] a student has the own figures, every class, teachers to write to and the group by name @both @journey', async ({
  page,
  portal,
}) => {
  await enterAbsences(portal);
  await signInAs(page, 'student', disciplineAddress);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const head = page.getByRole('main').locator('header').first();
  await expect(head).toContainText(/кр\..*семестр 20\d\d\/\d\d/);
  if (!isPhoneViewport(page)) {
    const strip = page.getByRole('region', { name: 'По занятиям' }).getByRole('listitem');
    for (const [back, sign] of ['5', 'н/б', 'н/б', 'н/б'].entries())
      await expect(strip.nth(-1 - back)).toContainText(sign);
  }
  await expect(sidePanel(page)).toContainText('посещено');
  await expectAccessible(page);
  const teachers = sidePanel(page).getByRole('list', { name: 'Преподаватели' });
  await teachers
    .getByRole('link', { name: /^Написать/ })
    .first()
    .click();
  await page.waitForURL('**/lms/chat?**c=*');
  await page.goBack();
  await pagePartTab(page, 'Люди').click();
  const group = page.getByRole('region', { name: 'Моя группа' }).getByRole('listitem');
  await expect(group.nth(3)).toBeVisible();
  await expect(group.filter({ hasText: 'Асанбаев' })).toHaveCount(0);
  // Nobody writes to a fellow student by themselves.
  await expect(group.getByRole('link')).toHaveCount(0);
  await expect(group.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await pagePartTab(page, 'Журнал').click();
  await expect(page.getByRole('main').getByText('н/б', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Весь журнал' }).click();
  await page.waitForURL(`**/lms/journal?**d=${sharedDisciplineId}.0.5**`);
});

test('[NOW-05] a teacher has the own groups’ figures, who is absent often, and what is missing @also-phone', async ({
  page,
  portal,
}) => {
  // More than any other has, so that the student is first.
  const { id_group, group } = await enterAbsences(portal, [1, 2, 3, 5, 6, 7]);
  await signInAs(page, 'teacher', disciplineAddress);
  const row = sidePanel(page).getByRole('list', { name: 'Группы' }).getByRole('link', { name: group });
  await expect(row).toContainText(/посещено \d+%/);
  await expect(row).toContainText(/\d(,\d+)?средняя/);
  const often = sidePanel(page).getByRole('region', { name: '3 и больше пропусков' });
  const student = often.getByRole('link', { name: /Төлөгөнова/ });
  await expect(student).toHaveAttribute('href', new RegExp(`/lms/journal\\?.*g=${id_group}`));
  const count = async () => Number.parseInt((await student.getByText(/^\d+ пропуск/).textContent()) ?? '', 10);
  const before = await count();
  expect(before).toBeGreaterThanOrEqual(3);
  // Another absence is there without reloading.
  await enterAbsences(portal, [4]);
  await expect.poll(count).toBe(before + 1);
  await expectAccessible(page);
  await pagePartTab(page, /^Люди · \d+/).click();
  const people = page.getByRole('region', { name: group, exact: true });
  await expect(people.getByRole('listitem').filter({ hasText: 'Төлөгөнова' })).toContainText(`${before + 1} пропуск`);
  await people.getByRole('link', { name: 'Написать группе' }).click();
  await page.waitForURL(`**/lms/chat?**g=${id_group}**c=-1*`);
  await page.goBack();
  await row.click();
  await page.waitForURL(`**/lms/journal?**g=${id_group}**`);
  await page.goBack();
  await pagePartTab(page, 'Материалы').click();
  const missing = page.getByRole('list', { name: 'Чего ещё нет' }).getByRole('link').first();
  const kind = ((await missing.textContent()) ?? '').trim();
  await missing.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expect(drawer.locator('option:checked', { hasText: kind })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  expect(new URL(page.url()).searchParams.get('add')).toBeNull();
});

test('[NOW-05] [NOW-03] a teacher marks the class going on from here; every mention leads here: a class, a conversation, a journal, materials and the search', async ({
  page,
  ownPortal,
}) => {
  const made = await createClassToday(ownPortal, 5);
  const { during } = await readSlotTimes(ownPortal, 5);
  await page.clock.setFixedTime(timestampToday(during));
  const path = `/lms/d/${made.id}`;
  const go = async (open: string) => page.goto(`${ownPortal.url}${open}`);
  const leads = async () => {
    await page
      .getByRole('main')
      .or(page.getByRole('dialog'))
      .getByRole('link', { name: made.discipline, exact: true })
      .first()
      .click();
    await page.waitForURL(`**${path}?**`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(made.discipline);
  };
  await signInAs(page, 'teacher', '/lms', ownPortal.url);
  await leads();
  const d = `d=${made.id}.0.${made.credits}`;
  for (const open of [
    `/lms/journal?${d}&g=${made.groupId}`,
    `/lms/umk?${d}`,
    `/lms/chat?${d}&g=${made.groupId}&c=-1`,
  ]) {
    await go(open);
    await leads();
  }
  await go('/lms/schedule');
  await page
    .getByRole('button', { name: new RegExp(made.discipline) })
    .first()
    .click();
  await leads();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill(made.discipline);
  await page.getByRole('group', { name: 'Дисциплины' }).getByRole('option').first().click();
  await page.waitForURL(`**${path}?**`);

  const now = sidePanel(page).getByRole('region', { name: /^Сейчас · ещё \d+ мин/ });
  await expect(now).toContainText(made.group);
  await now.getByRole('link', { name: /^Отметить · \d+$/ }).click();
  await page.waitForURL('**/lms/journal?**');
  await expectJournalReady(page, made);
});
