import { type Page, test as plain } from '@playwright/test';
import { type Portal, startPortal } from './portal.ts';
import { pushHost } from './push.ts';

/** Playwright's `test` with a portal whose devices have addresses at the tests' push service. */
export const test = plain.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const portal = await startPortal({ PUSH_HOSTS: pushHost });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Notifications are the worker's.
  serviceWorkers: 'allow',
  baseURL: async ({ portal }, use) => use(portal.url),
});

/** The page on which devices and topics are chosen. */
export const settings = '/lms/profile/notices';

/** What a browser is called goes by what it says of itself, which is the same at every width here. */
export const device = 'компьютер';

/** The rows of the own devices. */
export const devices = (page: Page) => page.getByRole('list', { name: 'Устройства' }).getByRole('listitem');

/** The button that switches this device on. */
export const on = (page: Page) => page.getByRole('button', { name: 'Включить', exact: true });

/** The boxes of a topic. */
export const box = (page: Page, topic: string) => page.getByRole('checkbox', { name: new RegExp(`^${topic}:`) });
