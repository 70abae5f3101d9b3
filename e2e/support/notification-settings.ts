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
export const notificationSettingsPath = '/lms/profile/notices';

/** What a browser is called goes by what it says of itself, which is the same at every width here. */
export const testDeviceName = 'компьютер';

/** The rows of the own devices. */
export const deviceRows = (page: Page) => page.getByRole('list', { name: 'Устройства' }).getByRole('listitem');

/** The button that switches this device on. */
export const enableDeviceButton = (page: Page) => page.getByRole('button', { name: 'Включить', exact: true });

/** The boxes of a topic. */
export const topicCheckboxes = (page: Page, topic: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${topic}:`) });
