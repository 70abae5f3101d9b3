import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** How often a file fails before it comes: the browser itself tries some twice at once. */
export const failuresBeforeSuccess = 4;

/** Enough for one try of the page's own after that of the browser; each further one is waited for longer. */
export const failuresBeforeSecondRetry = 3;

/** Cuts the first requests for what matches, or answers them with a status; gives how many were stopped so far. */
export async function interruptRequests(
  page: Page,
  what: RegExp,
  status?: number,
  often = failuresBeforeSuccess,
): Promise<() => number> {
  let stopped = 0;
  await page.route(what, (route) => {
    if (stopped >= often) return route.fallback();
    stopped++;
    return status ? route.fulfill({ status, body: '' }) : route.abort('connectionreset');
  });
  return () => stopped;
}

/** Nothing that the person sees says more than that it is not there yet. */
export async function expectNoFailureShown(page: Page): Promise<void> {
  await expect(page.getByText('Ошибка, обновите страницу!')).toHaveCount(0);
  await expect(page.getByText('Готова новая версия портала.')).toHaveCount(0);
}

/** The form for announcements. */
export const announcementForm = (page: Page) => page.getByRole('form', { name: 'Новое объявление' });
