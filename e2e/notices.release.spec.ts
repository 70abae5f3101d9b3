import { person } from './support/journal.ts';
import { come, forgetNew, prepare, publish, publishMany } from './support/notices.ts';
import { hidden, isNew, path, row } from './support/notices-page.ts';
import { as } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[NOW-02] announcements and documents lead to themselves, also to what is further down', async ({
  page,
  portal,
}) => {
  const student = await come(portal, 'student');
  const message = 'Найдите меня среди других';
  await publish(portal, message);
  for (let n = 0; n < 12; n++) await publish(portal, `Позже ${n}`);
  await prepare(portal, student);
  await page.addInitScript(hidden);
  await as(page, 'student', path);
  await row(page, message).click();
  const item = page.locator('article[aria-current="true"]', { hasText: message });
  await expect(item).toBeInViewport();
  await page.goBack();
  await row(page, 'Готово').first().click();
  await expect(page.locator('li[aria-current="true"]')).toBeInViewport();
  await page.goBack();
  await expect(row(page, 'Готово').first()).toBeVisible();
  await expect(isNew(page, 'Готово')).toHaveCount(0);
});

test('[NOW-02] what stays on the page is seen; older ones come by pages', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await forgetNew(portal);
  const teacher = await come(portal, 'teacher');
  await publishMany(portal, teacher, 30);
  await as(page, 'teacher', path);
  await expect(page.locator('a[data-notice]')).toHaveCount(20);
  await expect(isNew(page, 'Страница 30')).toHaveCount(0);
  // What was seen here is seen elsewhere; what never came onto the screen is not.
  const other = await person(browser, baseURL, 'teacher', path);
  await other.addInitScript(hidden);
  await other.reload();
  await expect(row(other, 'Страница 30')).toBeVisible();
  await expect(isNew(other, 'Страница 30')).toHaveCount(0);
  await expect(isNew(other, 'Страница 11')).toBeAttached();
  await other.context().close();
  await page.getByRole('button', { name: 'Показать ещё' }).click();
  await expect(row(page, 'Страница 5')).toBeAttached();
});
