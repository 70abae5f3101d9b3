import type { Locator } from '@playwright/test';

/** Whether all that an element says has room in it. */
export const isFullyShown = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);
