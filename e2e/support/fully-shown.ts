import type { Locator } from '@playwright/test';

/** Whether all that an element says has room in it. */
export const isFullyShown = (place: Locator): Promise<boolean> =>
  place.evaluate((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);

/** The texts of elements that take more lines than they have words: a word of theirs is broken. */
export const readBrokenWords = (places: Locator): Promise<string[]> =>
  places.evaluateAll((all) =>
    all
      .filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > (one.textContent ?? '').split(/\s+/).length;
      })
      .map((one) => one.textContent ?? ''),
  );
