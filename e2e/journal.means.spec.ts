import { inCourse, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

const two = (value: number) => (Math.round((value + Number.EPSILON) * 100) / 100).toFixed(2).replace('.', ',');

test('[JRN-09] the mean of the marks given is the large number, the average over all classes is told beside it', async ({
  page,
}) => {
  const reply = page.waitForResponse('**/api/visitlog/getjournalforstudent');
  await signIn(page, 'student', inCourse('/lms/journal'));
  const { data } = (await (await reply).json()) as { data: { otsenka_ball: number | null }[] };
  const marks = data.flatMap(({ otsenka_ball }) => otsenka_ball ?? []);
  expect(marks.length).toBeGreaterThan(0);
  const sum = marks.reduce((all, one) => all + one, 0);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    new RegExp(`${two(sum / marks.length)}\\s*Средняя оценка|Средняя оценка\\s*${two(sum / marks.length)}`),
  );
  await expect(main).toContainText(`Сумма на все занятия: ${two(sum / data.length)}`);
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
