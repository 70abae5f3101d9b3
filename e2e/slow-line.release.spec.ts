import { banner } from './support/network.ts';
import { as, type Login } from './support/people.ts';
import { everyRoom } from './support/rooms.ts';
import { onSlowLine, takeLayoutShifts, watchJumps } from './support/slow-line.ts';
import { expect, test } from './support/test.ts';

const mostShift = 0.05;

/** Every room, each account's start page, and pages that are no rooms of their own or another one for this account. */
const places: Partial<Record<Login, readonly string[]>> = {
  student: [...everyRoom.student, '', 'd/29'],
  teacher: [...everyRoom.teacher, '', 'd/29', 'schedule'],
  editor: ['', 'news'],
  clerk: [...everyRoom.clerk, ''],
  admin: [
    ...everyRoom.admin,
    '',
    'journal',
    ...['incomplete', 'windows', 'limits', 'year'].map((part) => `office?part=${part}`),
  ],
};

for (const [login, rooms] of Object.entries(places))
  test(`no page of ${login} jumps or says that the network is lost on a line of 400 ms and 400 kbit/s @both`, async ({
    page,
  }) => {
    test.slow();
    await watchJumps(page);
    await as(page, login as Login, '/lms');
    await onSlowLine(page);
    for (const room of rooms) {
      await page.goto(`/lms/${room}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(banner(page)).toHaveCount(0);
      const { shift, moved } = await takeLayoutShifts(page);
      expect.soft(shift, `${room}: ${moved.join('\n')}`).toBeLessThan(mostShift);
    }
  });
