import {
  announcementForm,
  expectNoFailureShown,
  failuresBeforeSecondRetry,
  interruptRequests,
} from './support/chunk-retry.ts';
import { signIn, signInAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('[WEAK-03] [NEWS-03] the form for announcements comes though its style did not at first and a busy server refused its check', async ({
  page,
}) => {
  const style = await interruptRequests(
    page,
    /\/assets\/AnnouncementComposer-[^/]*\.css/,
    undefined,
    failuresBeforeSecondRetry,
  );
  const check = await interruptRequests(page, /\/news\/check\.json/, 503, failuresBeforeSecondRetry);
  // By the form: the first answer of a page that is opened would bring the check along.
  await signIn(page, 'editor', '/lms/news');
  await expect(announcementForm(page).getByRole('textbox')).toBeVisible();
  expect([style(), check()]).toEqual([failuresBeforeSecondRetry, failuresBeforeSecondRetry]);
  await expectNoFailureShown(page);
  // Its style sheet is applied.
  await expect(announcementForm(page)).not.toHaveCSS('display', 'inline');
});

test('[WEAK-03] a newer portal is offered when a file is no longer there because another build is', async ({
  page,
}) => {
  await signInAs(page, 'student', '/lms/news');
  await expect(page.locator('article')).toHaveCount(10);
  await page.route(/\/assets\/SchedulePage-/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(/\/lms$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/\/SchedulePage-[\w-]+\.js/g, '/SchedulePage-next.js'),
    });
  });
  await page.getByRole('link', { name: 'Расписание' }).first().click();
  await expect(page.getByText('Готова новая версия портала.')).toBeVisible();
});
