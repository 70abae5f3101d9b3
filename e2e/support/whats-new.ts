import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { Page } from '@playwright/test';
import { signInWithoutBrowser } from './notices.ts';
import type { Portal } from './portal.ts';

/** What is new, as the day shows it. */
export const whatsNewList = (page: Page) => page.getByRole('region', { name: /^Новое/ });

/** A row of what is new. */
export const whatsNewRow = (page: Page, text: string | RegExp) => whatsNewList(page).getByRole('link', { name: text });

/** Everything that was written to the teacher counts as read. */
export async function markAllMessagesRead(portal: Portal): Promise<void> {
  await (await signInWithoutBrowser(portal, 'teacher')).get(callsByRoom.chat.readEverything);
}
