import { everything } from '@bilim/contract/everything.ts';
import type { Page } from '@playwright/test';
import { come } from './notices.ts';
import type { Portal } from './portal.ts';

/** What is new, as the day shows it. */
export const fresh = (page: Page) => page.getByRole('region', { name: /^Новое/ });

/** A row of what is new. */
export const row = (page: Page, text: string | RegExp) => fresh(page).getByRole('link', { name: text });

/** Everything that was written to the teacher counts as read. */
export async function readEverything(portal: Portal): Promise<void> {
  await (await come(portal, 'teacher')).get(everything.chat.readEverything);
}
