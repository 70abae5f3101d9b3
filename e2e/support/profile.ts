import type { Page } from '@playwright/test';

/** What the profile says of its person under a word. */
export const profileField = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByRole('term').filter({ hasText: name }) }).getByRole('definition');
