import { setChunkMissingHandler } from '../../start/chunk-files.ts';
import { apiBase } from '../api.ts';
import { atom } from '../atom.ts';
import { theme } from '../theme.ts';
import { recordUpdateReload, takeRecentUpdateReload } from './updateReload.ts';

/** Whether a newer build of the portal lies ready and waits for the person's word. */
export const isUpdateReady = atom(false);

/** What the worker holds of the portal besides what everybody needs: a language, rooms behind a permission (worker.ts). */
export const heldParts = atom<readonly string[]>([]);

const lookEvery = 60 * 60_000;
const script = `${import.meta.env.BASE_URL}public/worker.js`;

/** Milliseconds after which the present worker is asked once more to give up what holds the newer one up. */
const helpEvery = 1000;
/** Milliseconds after which the page is left in any case, and its requests with it. */
const helpAfter = 5000;
/** Milliseconds for which a page that was left so still takes the newer build by itself, when it comes after all. */
const expected = 60_000;

let waiting: ServiceWorker | null = null;
let asked = takeRecentUpdateReload(expected);

/** Switches to the newer build: pending entries are in the browser's database, so only this page is lost. */
export function applyUpdate(): void {
  asked = true;
  if (waiting) {
    waiting.postMessage('take over');
    const help = () => navigator.serviceWorker.controller?.postMessage('let go');
    help();
    setInterval(help, helpEvery);
    setTimeout(leave, helpAfter);
  }
  // Another tab has taken it already.
  else location.reload();
}

/** Loads the page again without the newer build, which on a slow phone follows only now that nothing holds it up. */
function leave(): void {
  recordUpdateReload();
  location.reload();
}

/**
 * Registers the service worker, with which the portal opens without a network, and says when a newer build has
 * arrived. A newer build is used only when the person agrees or the last tab was closed. On plain http browsers have
 * no workers, and nothing happens. The worker, which fetches the whole portal, and the manifest are loaded only
 * `after`; that another tab takes a newer build is noticed at once.
 */
export async function watchForUpdates(after: Promise<void>): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let had = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (asked) location.reload();
    else if (had) {
      waiting = null;
      isUpdateReady.set(true);
    }
    had = true;
  });
  setChunkMissingHandler(() => void lookForAnother());
  await after;
  // Browsers fetch it, and an icon that it names, while a page still waits for its own.
  const manifest = `${import.meta.env.BASE_URL}public/manifest.webmanifest`;
  document.head.insertAdjacentHTML('beforeend', `<link rel="manifest" href="${manifest}">`);
  // The whole origin, because its root leads into the portal.
  const registration = await serviceWorker.register(script, { scope: '/', updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  const hold = () => {
    for (const worker of [registration.installing, registration.waiting, registration.active])
      worker?.postMessage({ hold: heldParts.get() });
  };
  hold();
  heldParts.subscribe(hold);
  const offer = () => {
    waiting = registration.waiting;
    if (waiting && serviceWorker.controller) isUpdateReady.set(true);
  };
  offer();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  const look = () => void registration.update().catch(() => {});
  setInterval(look, lookEvery);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}

/** Whether what did not come is no longer there: the server hands out another build by now. */
async function lookForAnother(): Promise<void> {
  const files = document.querySelector('script[type=importmap]')?.textContent;
  const answer = await fetch(apiBase, { cache: 'no-store' }).catch(() => null);
  if (!files || !answer?.ok) return;
  const page = await answer.text().catch(() => null);
  // The page names every file, and each name changes with what is in it.
  if (page?.includes('<script') && !page.includes(files)) isUpdateReady.set(true);
}

/** The strip above an installed portal has the colour of its ground, in the theme that was chosen. */
export function syncThemeColour(): void {
  const paint = () => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = colour;
  };
  paint();
  theme.subscribe(paint);
}
