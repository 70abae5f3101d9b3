import { few, form, nothingWrong, stop } from './support/late.ts';
import { as, signIn } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-03] [NEWS-03] the form for announcements comes though its style did not at first and a busy server refused its check', async ({
  page,
}) => {
  const style = await stop(page, /\/assets\/Composer-[^/]*\.css/, undefined, few);
  const check = await stop(page, /\/news\/check\.json/, 503, few);
  // By the form: the first answer of a page that is opened would bring the check along.
  await signIn(page, 'editor', '/lms/news');
  await expect(form(page).getByRole('textbox')).toBeVisible();
  expect([style(), check()]).toEqual([few, few]);
  await nothingWrong(page);
  // It wears its clothes.
  await expect(form(page)).not.toHaveCSS('display', 'inline');
});

test('[WEAK-03] a room and a book come by themselves though code, texts and the book itself did not at first', async ({
  page,
}) => {
  await as(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  const code = await stop(page, /\/assets\/LibraryPage-[^/]*\.js/, undefined, few);
  const texts = await stop(page, /\/locales\/ru\/library\.json/, undefined, few);
  await page.getByRole('link', { name: 'Библиотека' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Библиотека');
  await expect(page.getByRole('searchbox', { name: 'Название или автор' })).toBeVisible();
  expect([code(), texts()]).toEqual([few, few]);
  const book = await stop(page, /\/library\/download\.file\?.*inline=1/, undefined, few);
  await page.locator('[data-book]', { hasText: 'PDF' }).first().getByRole('button').first().click();
  await expect(page.locator('[data-page] canvas').first()).toBeVisible();
  expect(book()).toBe(few);
  await nothingWrong(page);
});

test('[WEAK-03] a newer portal is offered when a file is no longer there because another build is', async ({
  page,
}) => {
  await as(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  await page.route(/\/assets\/SchedulePage-/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(/\/lms$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/index-[\w-]+\.js/g, 'index-next.js'),
    });
  });
  await page.getByRole('link', { name: 'Расписание' }).first().click();
  await expect(page.getByText('Готова новая версия портала.')).toBeVisible();
});
