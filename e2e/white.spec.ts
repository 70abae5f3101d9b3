import { signIn } from './support/people.ts';
import { everyRoom } from './support/rooms.ts';
import { expect, test } from './support/test.ts';

/** Milliseconds that every file and every answer comes later than it would. */
const slowBy = 400;

for (const [login, rooms] of Object.entries(everyRoom))
  test(`[WEAK-02] no room of a ${login} turns white between skeleton and content, its title stands at once @both`, async ({
    page,
  }) => {
    test.slow();
    await signIn(page, login as keyof typeof everyRoom, '/lms/apps');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(/\/lms\/(api|locales|public\/assets)\//, async (route) => {
      await new Promise((later) => setTimeout(later, slowBy));
      await route.fallback();
    });
    // Notes every frame in which the page, once it stood, says or shows nothing.
    await page.addInitScript(() => {
      const seen = { frames: 0, white: 0, untitled: 0, done: false };
      Object.assign(globalThis, { seen });
      const look = () => {
        const content = document.getElementById('content');
        const framed = document.documentElement.hasAttribute('data-start');
        if (content && !framed) {
          seen.frames++;
          const titled = content.querySelector('h1') !== null;
          if (!titled) seen.untitled++;
          if (!content.innerText.trim() && !content.querySelector('[aria-busy]')) seen.white++;
        } else if (seen.frames > 0) seen.white++;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const room of rooms) {
      await page.goto(`/lms/${room}`);
      const main = page.locator('#content');
      await expect(main.locator('h1')).toBeVisible();
      await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen);
      expect({ room, white: seen.white, untitled: seen.untitled }).toEqual({ room, white: 0, untitled: 0 });
      expect(seen.frames).toBeGreaterThan(0);
    }
  });
