import { expectAccessible } from './support/axe.ts';
import { courseAddress, signIn } from './support/people.ts';
import { blockStartCall } from './support/start-call.ts';
import { expect, test } from './support/test.ts';

const two = (value: number) => (Math.round((value + Number.EPSILON) * 100) / 100).toFixed(2).replace('.', ',');

test('[JRN-09] [JRN-06] the mean of the marks given is the large number, the sum over all classes stands beside it in words, and all disciplines with their averages @also-phone', async ({
  page,
}) => {
  const reply = page.waitForResponse('**/api/visitlog/getjournalforstudent');
  const asked: string[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path.includes('/api/discipline/')) asked.push(path.replace(/^.*\/api\/discipline\//, ''));
  });
  await blockStartCall(page);
  await signIn(page, 'student', courseAddress('/lms/journal'));
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
  // What the sum is takes a press, and is in no tip.
  await expect(summary.getByText(/считается нулём/)).toHaveCount(0);
  await summary.getByRole('button', { name: `Сумма на все занятия: ${two(sum / data.length)}` }).click();
  await expect(summary.getByText(/Занятие без оценки считается нулём/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'По занятиям' }).getByRole('listitem')).toHaveCount(data.length);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await expectAccessible(page);

  await test.step('[JRN-06] after the semesters the groups of the first, then the teachers of the first group', async () => {
    await expect.poll(() => asked).toContain('teachers/list.json');
    const order = ['current/year.json', 'studentSemester/list.json', 'studentGroup/list.json', 'teachers/list.json'];
    const places = order.map((path) => asked.indexOf(path));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  // All disciplines: beside the journal, by keys, and in a sheet on the phone.
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
