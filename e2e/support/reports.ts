import type { Page } from '@playwright/test';

/** A part of the page of reports. */
export const report = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
