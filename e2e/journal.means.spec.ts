import { expectAccessible } from './support/axe.ts';
import { inCourse, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const two = (value: number) => (Math.round((value + Number.EPSILON) * 100) / 100).toFixed(2).replace('.', ',');

test('[JRN-09] the mean of the marks given is the large number, the sum over all classes stands beside it in words @both', async ({
  page,
}) => {
  const reply = page.waitForResponse('**/api/visitlog/getjournalforstudent');
  await signIn(page, 'student', inCourse('/lms/journal'));
  const { data } = (await (await reply).json()) as {
    data: { otsenka_ball: number | null; isVisited: boolean | null }[];
  };
  const marks = data.flatMap(({ otsenka_ball }) => otsenka_ball ?? []);
  expect(marks.length).toBeGreaterThan(0);
  const sum = marks.reduce((all, one) => all + one, 0);
  const summary = page.getByRole('region', { name: 'Средняя оценка' });
  await expect(summary.getByText(two(sum / marks.length), { exact: true })).toBeVisible();
  const there = data.filter((row) => row.isVisited).length;
  const entered = data.filter((row) => row.isVisited !== null).length;
  await expect(summary.getByText(`посещено ${there} из ${entered}`)).toBeAttached();
  // What the sum is stands behind a press, not in a tip.
  await expect(summary.getByText(/считается нулём/)).toHaveCount(0);
  await summary.getByRole('button', { name: `Сумма на все занятия: ${two(sum / data.length)}` }).click();
  await expect(summary.getByText(/Занятие без оценки считается нулём/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'По занятиям' }).getByRole('listitem')).toHaveCount(data.length);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await expectAccessible(page);
});

test('[JRN-09] all disciplines with their averages: beside the journal, by keys, and in a sheet on the phone @both', async ({
  page,
}) => {
  await signIn(page, 'student', inCourse('/lms/journal'));
  const wide = (page.viewportSize()?.width ?? 0) >= 900;
  if (!wide) await page.getByRole('button', { name: /5 кр\. · осенний семестр/ }).tap();
  const column = page.getByRole('region', { name: 'Семестр', exact: true });
  const items = column.getByRole('listitem').getByRole('button');
  await expect(items.first()).toContainText(/оценк|оценок/);
  await expect(column.getByText(/^Средняя за семестр/)).toBeVisible();
  const current = column.locator('[aria-current="true"]');
  const before = await current.textContent();
  if (wide) {
    await page.keyboard.press('j');
    await expect(current).not.toHaveText(before ?? '');
    await page.keyboard.press('k');
    await expect(current).toHaveText(before ?? '');
  } else {
    await items.last().tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Средняя оценка' }).or(page.getByText('Занятий ещё не было')),
    ).toBeVisible();
  }
});

test('at 1366 by 657 the journal shows twelve students at least, and dates of 46 px or a little more', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await signIn(page, 'teacher', inCourse('/lms/journal'));
  const first = page.locator('tr[data-r] td[data-c]').first();
  await expect(first).toBeVisible();
  const width = (await first.boundingBox())?.width ?? 0;
  expect(width).toBeGreaterThanOrEqual(46);
  expect(width).toBeLessThan(50);
  const inView = await page
    .locator('tr[data-r]')
    .evaluateAll(
      (all) =>
        all.map((one) => one.getBoundingClientRect()).filter(({ top, bottom }) => top > 0 && bottom <= innerHeight)
          .length,
    );
  expect(inView).toBeGreaterThanOrEqual(12);
});

test('at 1920 the journal takes all the width that the page has', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, 'teacher', inCourse('/lms/journal'));
  await expect(page.locator('tr[data-r] td[data-c]').first()).toBeVisible();
  const empty = await page.evaluate(() => {
    const around = document.querySelector('#content')?.getBoundingClientRect();
    const table = document.querySelector('#content table')?.getBoundingClientRect();
    return around && table ? [table.left - around.left, around.right - table.right] : [];
  });
  expect(empty).toHaveLength(2);
  // What is left at the sides is the page's own padding.
  for (const side of empty) expect(side).toBeLessThanOrEqual(32);
});
