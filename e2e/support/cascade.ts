import type { Page } from '@playwright/test';

/** The contacts of a discipline, the group first. */
export const contactLinks = (page: Page) => page.getByRole('list', { name: 'Список контактов' }).getByRole('link');

/** The choice as it is in the address. */
export const selectionInUrl = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
