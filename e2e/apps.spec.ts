import { expectAccessible } from './support/axe.ts';
import { signIn } from './support/people.ts';
import { roomsOf } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

test('[SHELL-10] the apps page leads to every room, in targets of at least 44 px @both', async ({ page }) => {
  await signIn(page, 'student', '/lms/apps');
  const tiles = page.getByRole('navigation', { name: 'Все приложения' }).getByRole('link');
  const phone = page.viewportSize()?.width === 390;
  // What stands among the phone's tabs needs no tile there.
  const shown = roomsOf('student').filter(({ colour, tab }) => colour && (!phone || tab === undefined));
  await expect(tiles).toHaveCount(shown.length);
  for (const tile of await tiles.all()) {
    const box = await tile.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(phone ? 80 : 44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
  await tiles.filter({ hasText: 'Расписание' }).click();
  await page.waitForURL('**/lms/schedule');
});

test('[SHELL-10] the links of the university are those of its call and open outside @both', async ({ page }) => {
  const reply = page.waitForResponse('**/api/misc/dinurls.json');
  await signIn(page, 'student', '/lms/apps');
  const { data } = (await (await reply).json()) as { data: { name: string; url: string }[] };
  expect(data.length).toBeGreaterThan(0);
  const links = page.getByRole('region', { name: 'Ссылки университета' }).getByRole('link');
  await expect(links).toHaveCount(data.length);
  for (const [place, { name, url }] of data.entries()) {
    const link = links.nth(place);
    await expect(link).toContainText(name);
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});

test('[SHELL-10] [BASE-11] links that do not load say so, with a retry', async ({ page }) => {
  await page.route('**/api/misc/dinurls.json', (route) => route.fulfill({ status: 500, body: '' }));
  await signIn(page, 'student', '/lms/apps');
  const region = page.getByRole('region', { name: 'Ссылки университета' });
  await expect(region.getByRole('alert')).toContainText('Не удалось загрузить ссылки');
  await page.unroute('**/api/misc/dinurls.json');
  await region.getByRole('button', { name: 'Повторить' }).click();
  await expect(region.getByRole('link')).not.toHaveCount(0);
});

for (const [hour, words] of [
  [8, 'Доброе утро'],
  [13, 'Добрый день'],
  [21, 'Добрый вечер'],
] as const)
  test(`the phone greets by the hour: ${words} @phone`, async ({ page }) => {
    await page.clock.setFixedTime(`2026-11-21T${String(hour).padStart(2, '0')}:10:00+06:00`);
    await signIn(page, 'student', '/lms/apps');
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
  await signIn(page, 'student', '/lms/apps');
  await expect(
    page.getByRole('region', { name: 'Университеттин шилтемелери' }).getByRole('link').first(),
  ).toBeVisible();
  await expectAccessible(page);
});
