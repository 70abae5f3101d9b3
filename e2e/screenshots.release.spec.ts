import { expectApprovedScreenshot, type ScreenshotCase, test } from './support/screenshots.ts';

/** Pages and widths whose pictures screenshots.spec.ts leaves out. */
const both: readonly ScreenshotCase[] = [
  { name: 'login', login: null, path: '/lms/login' },
  { name: 'home-teacher', login: 'teacher', path: '/lms' },
  { name: 'materials', login: 'student', path: '/lms/umk' },
  { name: 'journal-student', login: 'student', path: '/lms/journal' },
  { name: 'registration', login: 'student', path: '/lms/registration' },
  { name: 'orders', login: 'student', path: '/lms/singlewindow' },
];
const desktop: readonly ScreenshotCase[] = [
  { name: 'home-student', login: 'student', path: '/lms' },
  { name: 'chat-group', login: 'student', path: '/lms/chat?c=-1' },
];
const phone: readonly ScreenshotCase[] = [
  { name: 'journal-teacher', login: 'teacher', path: '/lms/journal' },
  { name: 'schedule', login: 'student', path: '/lms/schedule' },
];

for (const [looks, tag] of [
  [both, ' @both @full'],
  [desktop, ' @full'],
  [phone, ' @phone @full'],
] as const)
  for (const look of looks)
    test(`${look.name} looks as it was approved${tag}`, async ({ page, portal }, { project }) => {
      await expectApprovedScreenshot(page, look, project.name, portal.url);
    });
