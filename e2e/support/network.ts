import type { Locator, Page } from '@playwright/test';

/** The banner of a lost network. */
export const offlineBanner = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Нет сети !!!' }).first();
/** What is said when the network is there again. */
export const backOnlineMessage = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Сеть появилась' });
