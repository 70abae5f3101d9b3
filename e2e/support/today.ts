import type { Locator, Page } from '@playwright/test';

/** What the start page says of the class going on or the next one. */
export const classCard = (page: Page): Locator => page.getByRole('region', { name: /Сейчас|занятие в|Следующее в/ });
