import { everything } from '@bilim/contract/everything.ts';
import { absentMark } from '@bilim/contract/limits.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { at, classOfToday, comeInto, expectReady, jointClassOfToday, slotOf, today } from './support/classes.ts';
import { come } from './support/notices.ts';
import { signIn } from './support/people.ts';
import type { Portal } from './support/portal.ts';
import { expect, test } from './support/test.ts';

const { discipline, journal } = everything;

/** The course that the teacher shares with both students. */
const course = { id_discipline: 29, isSelect: false, kredit: 5 };
const address = '/lms/d/29?d=29.0.5';

const part = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Части страницы' }).getByRole('button', { name });
const beside = (page: Page) => page.getByRole('complementary', { name: 'Занятие, успехи и преподаватели' });
const isPhone = (page: Page) => page.viewportSize()?.width === 390;

/** The teacher enters the student's absences of today, and a mark; gives the student's group. */
async function enter(portal: Portal, absent = [5, 6, 7]): Promise<{ id_group: number; group: string }> {
  const [teacher, student] = [await come(portal, 'teacher'), await come(portal, 'student')];
  const [[year], [term]] = [await teacher.get(discipline.currentYear), await teacher.get(discipline.currentTerm)];
  const of = { ...course, year: year?.id_a_year ?? 0, ws: term?.id_ws ?? 0 };
  const [semester] = await student.get(discipline.semestersForStudent, of);
  const [group] = await student.get(discipline.groupsForStudent, { ...of, id_semester: semester?.id_semester ?? 0 });
  const key = {
    ...{ id_a_year: of.year, id_semesterOrWs: semester?.id_semester, isPotok: false, id_groupOrPorok: group?.id_group },
    ...{ id_discipline: course.id_discipline, credits: course.kredit },
  };
  const [type] = await teacher.get(journal.classTypes, key);
  const cell = { ...key, id_vid_zaniatiy: type?.id_vid_zaniatiy, visitDate: today(), id_student: student.uid };
  for (const timesCount of absent)
    await teacher.get(journal.mark, { ...cell, timesCount, isVisited: false, id_otsenka: absentMark });
  await teacher.get(journal.mark, { ...cell, timesCount: 8, isVisited: true, id_otsenka: 5 });
  return { id_group: group?.id_group ?? 0, group: group?.p20 ?? '' };
}

test('[NOW-05] a student has the own figures, every class, teachers to write to and the group by name @both', async ({
  page,
  ownPortal,
}) => {
  await enter(ownPortal);
  await signIn(page, 'student', address, ownPortal.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const head = page.getByRole('main').locator('header').first();
  await expect(head).toContainText(/кр\..*семестр 20\d\d\/\d\d/);
  if (!isPhone(page)) {
    const strip = page.getByRole('region', { name: 'По занятиям' }).getByRole('listitem');
    for (const [back, sign] of ['5', 'н/б', 'н/б', 'н/б'].entries())
      await expect(strip.nth(-1 - back)).toContainText(sign);
  }
  await expect(beside(page)).toContainText('посещено');
  const teachers = beside(page).getByRole('list', { name: 'Преподаватели' });
  await teachers
    .getByRole('link', { name: /^Написать/ })
    .first()
    .click();
  await page.waitForURL('**/lms/chat?**c=*');
  await page.goBack();
  await part(page, 'Люди').click();
  const group = page.getByRole('region', { name: 'Моя группа' }).getByRole('listitem');
  await expect(group.nth(3)).toBeVisible();
  await expect(group.filter({ hasText: 'Асанбаев' })).toHaveCount(0);
  // Nobody writes to a fellow student by themselves.
  await expect(group.getByRole('link')).toHaveCount(0);
  await expect(group.getByRole('button')).toHaveCount(0);
  await part(page, 'Журнал').click();
  await expect(page.getByRole('main').getByText('н/б', { exact: true }).last()).toBeVisible();
  await page.getByRole('link', { name: 'Весь журнал' }).click();
  await page.waitForURL('**/lms/journal?**d=29.0.5**');
});

test('[NOW-05] a student’s next class opens all about it, whose name leads back here', async ({ page, ownPortal }) => {
  const made = await classOfToday(ownPortal, 5);
  await comeInto(made, 'student', ownPortal);
  await page.clock.setFixedTime(at('06:00'));
  await signIn(page, 'student', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
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

test('[NOW-05] a teacher has the own groups’ figures, who is absent often, and what is missing @both', async ({
  page,
  ownPortal,
}) => {
  const { id_group, group } = await enter(ownPortal);
  await signIn(page, 'teacher', address, ownPortal.url);
  const row = beside(page).getByRole('list', { name: 'Группы' }).getByRole('link', { name: group });
  await expect(row).toContainText(/посещено \d+%/);
  await expect(row).toContainText(/\d(,\d+)?средняя/);
  const often = beside(page).getByRole('region', { name: '3 и больше пропусков' });
  const student = often.getByRole('link', { name: /Төлөгөнова/ });
  await expect(student).toHaveAttribute('href', new RegExp(`/lms/journal\\?.*g=${id_group}`));
  const count = async () => Number.parseInt((await student.getByText(/^\d+ пропуск/).textContent()) ?? '', 10);
  const before = await count();
  expect(before).toBeGreaterThanOrEqual(3);
  // Another absence is there without reloading.
  await enter(ownPortal, [4]);
  await expect.poll(count).toBe(before + 1);
  await part(page, /^Люди · \d+/).click();
  const people = page.getByRole('region', { name: group, exact: true });
  await expect(people.getByRole('listitem').filter({ hasText: 'Төлөгөнова' })).toContainText(`${before + 1} пропуск`);
  await people.getByRole('link', { name: 'Написать группе' }).click();
  await page.waitForURL(`**/lms/chat?**g=${id_group}**c=-1*`);
  await page.goBack();
  await row.click();
  await page.waitForURL(`**/lms/journal?**g=${id_group}**`);
  await page.goBack();
  await part(page, 'Материалы').click();
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

test('[NOW-05] [NOW-03] a teacher marks the class going on from here @both', async ({ page, ownPortal }) => {
  const made = await classOfToday(ownPortal, 5);
  const { during } = await slotOf(ownPortal, 5);
  await page.clock.setFixedTime(at(during));
  await signIn(page, 'teacher', `/lms/d/${made.id}?d=${made.id}.0.${made.credits}`, ownPortal.url);
  const now = beside(page).getByRole('region', { name: /^Сейчас · ещё \d+ мин/ });
  await expect(now).toContainText(made.group);
  await now.getByRole('link', { name: /^Отметить · \d+$/ }).click();
  await page.waitForURL('**/lms/journal?**');
  if (!isPhone(page)) await expectReady(page, made);
});

test('[NOW-05] [NOW-03] a teacher’s journals begin with the tables of joint classes @both', async ({
  page,
  ownPortal,
}) => {
  const { id, groups } = await jointClassOfToday(ownPortal, 5);
  await signIn(page, 'teacher', `/lms/d/${id}`, ownPortal.url);
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
  await signIn(page, 'student3', address);
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
  await signIn(page, 'student', address);
  await expect(beside(page).getByRole('list', { name: 'Преподаватели' })).toBeVisible();
  await context.setOffline(true);
  await part(page, 'Журнал').click();
  await part(page, 'Люди').click();
  await expect(page.getByRole('link', { name: /^Написать/ }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: /Повторить|Проверить снова/ })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Моя группа' }).getByRole('listitem').first()).toBeVisible();
});

const languages = [
  ['ru', 'Материалы', 'Журнал', 'Люди'],
  ['kg', 'Материалдар', 'Журнал', 'Адамдар'],
  ['en', 'Materials', 'Journal', 'People'],
] as const;
for (const [lang, ...parts] of languages)
  for (const login of ['student', 'teacher'] as const)
    test(`[NOW-05] ${lang}: the page of a ${login} has no accessibility findings, dark and light @both`, async ({
      page,
      portal,
    }) => {
      await enter(portal);
      await page.context().addCookies([{ name: 'lang', value: lang, url: portal.url }]);
      await page.emulateMedia({ colorScheme: lang === 'kg' ? 'dark' : 'light' });
      await signIn(page, login, address);
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
    });

test('[NOW-05] every mention leads here: a class, a conversation, a journal, materials and the search', async ({
  page,
  ownPortal,
}) => {
  const made = await classOfToday(ownPortal, 5);
  const { during } = await slotOf(ownPortal, 5);
  await page.clock.setFixedTime(at(during));
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
  await signIn(page, 'teacher', '/lms', ownPortal.url);
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
});
