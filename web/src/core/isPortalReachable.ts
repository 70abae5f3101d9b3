import { startLimits } from '@bilim/contract/start-limits.ts';
import { atom } from './atom.ts';
import { busyRetryDelayMs } from './failure.ts';

/** Whether the portal can be reached: the browser has a network, and nothing showed that the server is away. */
export const isPortalReachable = atom(navigator.onLine);

/** Whether there is a network, but nothing answers for the portal: it is off, or a proxy before it says so. */
export const isServerUnreachable = atom(false);

const settle = () => isPortalReachable.set(navigator.onLine && !isServerUnreachable.get());

isServerUnreachable.subscribe(settle);
addEventListener('online', settle);
addEventListener('offline', settle);

/** What a proxy answers when nobody waits behind it. */
const nobodyThere = [502, 503, 504];

/** When something last went to the portal or came from it, by the page's clock. */
let lastMoved = -1;

/** Called on traffic: while an upload or a long answer fills a slow line, a reachability check may time out. */
export function recordNetworkActivity(): void {
  lastMoved = performance.now();
}

/** Files fill a slow line too; of those that came from the cache or not at all nothing was transferred. */
function recordFiles(entries: PerformanceEntryList): void {
  for (const entry of entries)
    if ((entry as PerformanceResourceTiming).transferSize > 0)
      lastMoved = Math.max(lastMoved, (entry as PerformanceResourceTiming).responseEnd);
}

const files = new PerformanceObserver((list) => recordFiles(list.getEntries()));
files.observe({ type: 'resource' });

/** Whether anything answers for the portal in so many milliseconds, however it answers. */
async function answers(takes: number): Promise<boolean> {
  const began = performance.now();
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), takes);
  try {
    const { signal } = giveUp;
    const answer = await fetch(`${import.meta.env.BASE_URL}api/config.json`, { cache: 'no-store', signal });
    return !nobodyThere.includes(answer.status) || (answer.headers.get('Content-Type') ?? '').includes('json');
  } catch {
    recordFiles(files.takeRecords());
    return lastMoved >= began;
  } finally {
    clearTimeout(timer);
  }
}

/** When a call was without an answer for a while last, by the page's clock; null: never. */
export const lastStalledCallAt = atom<number | null>(null);

/**
 * Called when a request has no answer for a while: a server that hangs says nothing, so it is checked whether it
 * answers at all.
 */
export function recordStalledCall(): void {
  const last = lastStalledCallAt.get();
  if (last === null || performance.now() - last > startLimits.timeout) lastStalledCallAt.set(performance.now());
  void checkReachability();
}

let looking: Promise<void> | null = null;

/**
 * Called when a request got no answer: checks whether the server can be reached, and resolves when that is known.
 * While it cannot, the check is repeated, so that `online` changes when the server is back.
 */
export function checkReachability(): Promise<void> {
  // A page that is rendered on the server has nothing to reach: what did not come says nothing about the pages after it.
  if (import.meta.env.SSR || !navigator.onLine) return Promise.resolve();
  looking ??= answers(startLimits.lookTakes).then((there) => {
    if (there) looking = null;
    else {
      isServerUnreachable.set(true);
      void waitForServer();
    }
  });
  return looking;
}

async function waitForServer(): Promise<void> {
  for (let tries = 0; !(await answers(startLimits.returnTakes)); tries++) await waitBeforeRetry(tries);
  looking = null;
  isServerUnreachable.set(false);
}

/** Waits before the next try of what did not come: longer each time, and no longer when the network is back. */
export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      stop();
      done();
    };
    const timer = setTimeout(go, busyRetryDelayMs(tries));
    addEventListener('online', go);
    const stop = isPortalReachable.subscribe(() => isPortalReachable.get() && go());
  });
}

/** Tries until it succeeds, with growing pauses and at once when the line is back. */
export async function retryUntilSuccess<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load();
    } catch {
      void checkReachability();
      await waitBeforeRetry(tries);
    }
  }
}
