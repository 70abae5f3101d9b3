import type { Locator, Page } from '@playwright/test';
import { swipe } from './swipe.ts';

/** The sheet that is open. */
export const sheetDialog = (page: Page): Locator => page.getByRole('dialog');
/** Where the page stands, without its choice. */
export const pagePath = (page: Page): string => new URL(page.url()).pathname;
/** How many dialogs the browser's history has on top of the page. */
export const readDialogDepth = (page: Page): Promise<number> => page.evaluate(() => history.state.dialogs ?? 0);

/** Draws a finger down over the head of the sheet that is open. */
export const swipeDown = (page: Page): Promise<void> => swipe(page, sheetDialog(page), { y: 12, down: 300 });
