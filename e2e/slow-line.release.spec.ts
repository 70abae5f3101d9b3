import { as, type Login } from './support/people.ts';
import { everyRoom } from './support/rooms.ts';
import { onSlowLine, takeJumps, watchJumps } from './support/slow-line.ts';
import { expect, test } from './support/test.ts';

const mostShift = 0.05;

for (const login of Object.keys(everyRoom) as Login[])
  test(`no room of ${login} jumps on a line of 400 ms and 400 kbit/s @both`, async ({ page }) => {
    test.slow();
    await watchJumps(page);
    await as(page, login, '/lms');
    await onSlowLine(page);
    for (const room of everyRoom[login as keyof typeof everyRoom]) {
      await page.goto(`/lms/${room}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const { shift, moved } = await takeJumps(page);
      expect.soft(shift, `${room}: ${moved.join('\n')}`).toBeLessThan(mostShift);
    }
  });
