import type { Locator, Page } from '@playwright/test';

interface SwipePath {
  /** Where the finger comes down, in pixels from the left and the top of the element; its middle when left out. */
  x?: number;
  y?: number;
  /** How far the finger goes to the right (negative: to the left) and down. */
  right?: number;
  down?: number;
}

const steps = 10;
const framesOfRest = 4;

/**
 * Draws a finger over an element, as soon as that has come to rest: what still moves is not yet where a finger would find
 * it.
 */
export async function swipe(page: Page, element: Locator, { x, y, right = 0, down = 0 }: SwipePath): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  await element.evaluate((node) => {
    const own = document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(node));
    return Promise.allSettled(own.map(({ finished }) => finished));
  });
  const box = await element.boundingBox();
  if (!box) throw new Error('What a finger is to be drawn over is not there.');
  const from = { x: box.x + (x ?? box.width / 2), y: box.y + (y ?? box.height / 2) };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', step: number) => {
    const at = { x: from.x + (right * step) / steps, y: from.y + (down * step) / steps };
    return finger.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
  };
  await touch('touchStart', 0);
  for (let step = 1; step <= steps; step++) await touch('touchMove', step);
  // The finger rests before it is lifted: a throw would go on after it, and the browser takes the next tap for its end.
  for (let frame = 0; frame < framesOfRest; frame++) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await touch('touchMove', steps);
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
