import type { Page } from '@playwright/test';
import { pushHost } from './push.ts';
import { test as base } from './test.ts';

/** The tests' `test` with a portal whose devices have addresses at the tests' push service. */
export const test = base.extend({
  settings: { PUSH_HOSTS: pushHost },
  helpers: ['delivery'],
  // Notifications are the worker's.
  serviceWorkers: 'allow',
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
