import type { Page } from '@playwright/test';

/** The address of the page of notices. */
export const noticesPath = '/lms/notices';

/** The row of a notice by what is in it. */
export const noticeRow = (page: Page, text: string) => page.locator('a[data-notice]', { hasText: text });

/** The same row, as long as it has not been seen. */
export const unseenNoticeRow = (page: Page, text: string) => noticeRow(page, text).and(page.locator('[data-new]'));

/** In the page: it lies behind another one, and nothing on it becomes seen by being there. */
export const simulateHiddenPage = () => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
