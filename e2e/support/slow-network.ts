import type { Page } from '@playwright/test';

declare global {
  /** What a page has shown so far: shifts of what stood there already, without a finger, and frames without a word. */
  var shownSoFar: { shift: number; moved: string[]; empty: number };
}

/** A line that a page is seen to wait on: how long until anything comes back (ms), and bytes a second. */
export interface NetworkProfile {
  readonly latency: number;
  readonly bytes: number;
}

/** A village's line: 400 kbit/s, and 400 ms until anything comes back. */
export const villageNetwork: NetworkProfile = { latency: 400, bytes: 400_000 / 8 };

/** The edge of a town: slow enough for each state between to be seen, and for a quick run. */
export const townEdgeNetwork: NetworkProfile = { latency: 150, bytes: 1_600_000 / 8 };

/** From now on the page is on such a line. */
export async function throttleNetwork(page: Page, { latency, bytes }: NetworkProfile = villageNetwork): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const line = { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes };
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', line);
}

/** From the next page on layout shifts and empty frames are recorded. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shownSoFar = { shift: 0, moved: [], empty: 0 };
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (one.hadRecentInput) continue;
        shownSoFar.shift += one.value;
        for (const { node, previousRect: was, currentRect: is } of one.sources)
          shownSoFar.moved.push(
            `${one.value.toFixed(3)} ${node?.textContent?.slice(0, 40)}: ${was.x} ${was.y} ${was.height} to ${is.x} ${is.y} ${is.height}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
    interface LayoutShift {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    let wasShown = false;
    const look = () => {
      requestAnimationFrame(look);
      // The frame without its page, nor what stands for it, is empty too.
      const content = document.getElementById('content');
      const isFrameAlone = content?.textContent.trim() === '' && !content.querySelector('[aria-busy="true"]');
      const says = document.body?.innerText.trim() !== '' && !isFrameAlone;
      wasShown ||= says && document.querySelector('form') !== null;
      if (wasShown && !says) shownSoFar.empty++;
    };
    requestAnimationFrame(look);
  });
}

/** Shifts so far, with what has moved; the count begins again. */
export const readAndResetLayoutShifts = (page: Page): Promise<{ shift: number; moved: string[]; empty: number }> =>
  page.evaluate(() => {
    const shown = shownSoFar;
    globalThis.shownSoFar = { shift: 0, moved: [], empty: 0 };
    return shown;
  });
