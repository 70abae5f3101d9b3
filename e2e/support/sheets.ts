import type { Locator, Page } from '@playwright/test';
import { swipe } from './swipe.ts';

/** The sheet that is open. */
export const dialog = (page: Page): Locator => page.getByRole('dialog');
/** Where the page stands, without its choice. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** How many windows the browser's history has on top of the page. */
export const entriesOf = (page: Page): Promise<number> => page.evaluate(() => history.state.windows ?? 0);

/** Draws a finger down over the head of the sheet that is open. */
export const swipeDown = (page: Page): Promise<void> => swipe(page, dialog(page), { y: 12, down: 300 });
