import { fillDay, pictureTime } from './support/full-day.ts';
import { expectApproved, type Look } from './support/looks.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { test } from './support/test.ts';

/** Pages and widths whose pictures looks.spec.ts leaves out. */
const both: readonly Look[] = [
  { name: 'login', login: null, path: '/lms/login' },
  { name: 'home-teacher', login: 'teacher', path: '/lms' },
  { name: 'materials', login: 'student', path: '/lms/umk' },
  { name: 'journal-student', login: 'student', path: '/lms/journal' },
  { name: 'registration', login: 'student', path: '/lms/registration' },
  { name: 'orders', login: 'student', path: '/lms/singlewindow' },
];
const desktop: readonly Look[] = [
  { name: 'home-student', login: 'student', path: '/lms' },
  { name: 'chat-group', login: 'student', path: '/lms/chat?c=-1' },
];
const phone: readonly Look[] = [
  { name: 'journal-teacher', login: 'teacher', path: '/lms/journal' },
  { name: 'schedule', login: 'student', path: '/lms/schedule' },
];

let portal: Portal;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  portal = await startPortal({}, pictureTime);
  await fillDay(portal);
});
test.afterAll(() => portal?.stop());

for (const [looks, tag] of [
  [both, ' @both'],
  [desktop, ''],
  [phone, ' @phone'],
] as const)
  for (const look of looks)
    test(`${look.name} looks as it was approved${tag}`, async ({ page }, { project }) => {
      await expectApproved(page, look, project.name, portal.url);
    });
