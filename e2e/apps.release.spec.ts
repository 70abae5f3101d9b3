import { expectAccessible } from './support/axe.ts';
import { signInAs } from './support/people.ts';
import { listAccessibleRooms } from './support/rooms.ts';
import { blockStartCall } from './support/start-call.ts';
import { expect, test } from './support/test.ts';

for (const [hour, words] of [
  [8, 'Доброе утро'],
  [13, 'Добрый день'],
  [21, 'Добрый вечер'],
] as const)
  test(`the phone greets by the hour: ${words} @phone`, async ({ page }) => {
    await page.clock.setFixedTime(`2026-11-21T${String(hour).padStart(2, '0')}:10:00+06:00`);
    await signInAs(page, 'student', '/lms/apps');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${words}, Айгүл`);
    await expect(page.getByText('суббота, 21 ноября')).toBeVisible();
  });

test('[SHELL-10] the apps page has no accessibility findings in Kyrgyz, dark @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  await context.addCookies([
    { name: 'lang', value: 'kg', url },
    { name: 'theme', value: 'dark', url },
  ]);
  await signInAs(page, 'student', '/lms/apps');
  await expect(
    page.getByRole('region', { name: 'Университеттин шилтемелери' }).getByRole('link').first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('[SHELL-10] [BASE-11] the apps page leads to every room and to the links of the university, which are asked for again when they do not load @both', async ({
  page,
}) => {
  const call = '**/api/misc/dinurls.json';
  // The live line would have everything read again as soon as it stands.
  await page.route('**/api/live*', (route) => route.abort());
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }));
  await blockStartCall(page);
  await signInAs(page, 'student', '/lms/apps');
  const region = page.getByRole('region', { name: 'Ссылки университета' });
  await expect(region.getByRole('alert')).toContainText('Не удалось загрузить ссылки');
  const reply = page.waitForResponse((one) => one.url().includes('/misc/dinurls.json') && one.ok());
  await page.unroute(call);
  await region.getByRole('button', { name: 'Повторить' }).click();
  const { data } = (await (await reply).json()) as { data: { name: string; url: string }[] };
  expect(data.length).toBeGreaterThan(0);
  const links = region.getByRole('link');
  await expect(links).toHaveCount(data.length);
  for (const [place, { name, url }] of data.entries()) {
    const link = links.nth(place);
    await expect(link).toContainText(name);
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('rel', /noopener/);
  }

  const tiles = page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link');
  const phone = page.viewportSize()?.width === 390;
  // What is among the phone's tabs needs no tile there.
  const shown = listAccessibleRooms('student').filter(({ colour, tab }) => colour && (!phone || tab === undefined));
  await expect(tiles).toHaveCount(shown.length);
  for (const tile of await tiles.all()) {
    const box = await tile.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(phone ? 80 : 44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  await tiles.filter({ hasText: 'Расписание' }).click();
  await page.waitForURL('**/lms/schedule');
});
