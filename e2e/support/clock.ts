import type { BrowserContext, Page } from '@playwright/test';
import { testTime } from '../../server/test/moment.ts';
import { runHostTask } from './host.ts';

/** How far the time of the tests is ahead of the machine's. */
let offsetMs = Date.parse(testTime) - Date.now();
let isHostClockSet = false;

/** From now on it is this moment (ISO 8601) for portals that are opened and for pages, and time goes on from there. */
export async function startClockAt(at: string): Promise<void> {
  await runHostTask('clock', { at });
  offsetMs = Date.parse(at) - Date.now();
  isHostClockSet = true;
}

/** Before the first portal of a process: it lives in the time of the tests, as its pages do. */
export async function ensureHostClock(): Promise<void> {
  if (!isHostClockSet) await startClockAt(now().toISOString());
}

/** What time it is in the tests. */
export const now = (): Date => new Date(Date.now() + offsetMs);

/**
 * Lets the pages of a browser's context live in the time of the tests. Playwright's own clock would replace the timers too;
 * a test that names a moment of its own by it puts it on top of this.
 */
export async function installTestClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(shiftDate, offsetMs);
}

/**
 * For the pages that are opened in this one it is a moment of its own (ISO 8601), and time goes on from there. Playwright's
 * clock counts its timers' delays from the shifted time: more than 24 days ahead of the machine they overflow and stand still.
 */
export async function installClockAt(page: Page, at: string): Promise<void> {
  await page.addInitScript(shiftDate, Date.parse(at) - now().getTime());
}

function shiftDate(offset: number): void {
  const Real = Date;
  const now = () => Real.now() + offset;
  const Shifted = new Proxy(Real, {
    construct: (target, given, asked) => Reflect.construct(target, given.length > 0 ? given : [now()], asked),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Real.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}
