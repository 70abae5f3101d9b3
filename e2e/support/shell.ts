import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What opens the profile menu. */
export const profileMenuButton = (page: Page) => page.getByRole('button', { name: /Меню профиля/ });

/** The profile menu, opened; it begins with the profile header. */
export async function openProfileMenu(page: Page) {
  await profileMenuButton(page).click();
  const menu = page.getByRole('dialog', { name: 'Меню профиля' });
  await expect(menu).toBeVisible();
  return menu;
}
