import { phoneScreen } from './support/screens.ts';
import { expectApprovedScreenshot, test } from './support/screenshots.ts';

/**
 * Four pages beside their approved pictures in e2e/screenshots, two at each width; the other pages and widths are in
 * screenshots.release.spec.ts. The clock stands, fonts have loaded, nothing moves. A page that was changed on purpose is
 * approved again: APPROVE_PICTURES=1 npm test -- e2e screenshots
 */
test('the journal of a teacher looks as it was approved @full', async ({ page, portal }) => {
  const look = { name: 'journal-teacher', login: 'teacher', path: '/lms/journal' } as const;
  await expectApprovedScreenshot(page, look, 'desktop', portal.url);
});

test('the timetable looks as it was approved @full', async ({ page, portal }) => {
  const look = { name: 'schedule', login: 'student', path: '/lms/schedule' } as const;
  await expectApprovedScreenshot(page, look, 'desktop', portal.url);
});

// On the phone's screen, but in the browser that is open already.
test.describe(() => {
  test.use(phoneScreen);

  test('the day of a student looks as it was approved @full', async ({ page, portal }) => {
    const look = { name: 'home-student', login: 'student', path: '/lms' } as const;
    await expectApprovedScreenshot(page, look, 'phone', portal.url);
  });

  test('a conversation looks as it was approved @full', async ({ page, portal }) => {
    const look = { name: 'chat-group', login: 'student', path: '/lms/chat?c=-1' } as const;
    await expectApprovedScreenshot(page, look, 'phone', portal.url);
  });
});
