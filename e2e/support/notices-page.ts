import type { Page } from '@playwright/test';

/** The address of the page of notices. */
export const path = '/lms/notices';

/** The row of a notice by what stands in it. */
export const row = (page: Page, text: string) => page.locator('a[data-notice]', { hasText: text });

/** The same row, as long as it has not been seen. */
export const isNew = (page: Page, text: string) => row(page, text).and(page.locator('[data-new]'));

/** In the page: it lies behind another one, and nothing on it becomes seen by being there. */
export const hidden = () => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
