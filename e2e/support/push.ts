import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The host of push addresses in these tests; the setting PUSH_HOSTS names it. */
export const pushHost = 'push.test:8443';

/**
 * Lets the browser's pages notify, and gives them the one thing that a browser without a push service has not: a
 * subscription, with real keys. It outlives a page, as the browser's own does, and forgets it when it is given up.
 */
export async function allowPush(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript((host) => {
    const place = 'test-subscription';
    const text = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    type Kept = { endpoint: string; keys: { p256dh: string; auth: string }; serverKey: number[] };
    // Where signing out does not reach: the browser's own cache would be no better place.
    const store = () => caches.open('bilim-files-test');
    const read = async (): Promise<Kept | null> => (await (await store()).match(`/${place}`))?.json() ?? null;
    const subscription = ({ endpoint, keys, serverKey }: Kept) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(serverKey).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => (await store()).delete(`/${place}`),
    });
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const kept = await read();
        return kept && subscription(kept);
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
        const kept = {
          endpoint: `https://${host}/push/${crypto.randomUUID()}`,
          keys: {
            p256dh: text(await crypto.subtle.exportKey('raw', pair.publicKey)),
            auth: text(crypto.getRandomValues(new Uint8Array(16))),
          },
          serverKey: [...applicationServerKey],
        };
        await (await store()).put(`/${place}`, new Response(JSON.stringify(kept)));
        return subscription(kept);
      },
    });
  }, pushHost);
}

/** What the browser would hand to the worker, had a push service brought it. */
export class PushBorder {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #origin: string;
  readonly #registration: string;

  private constructor(page: Page, cdp: CDPSession, registration: string) {
    this.#page = page;
    this.#cdp = cdp;
    this.#origin = new URL(page.url()).origin;
    this.#registration = registration;
  }

  /** Of the worker that answers for a page, once it does. */
  static async open(page: Page): Promise<PushBorder> {
    await workerReady(page);
    const cdp = await page.context().newCDPSession(page);
    const registered = new Promise<string>((done) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) done(first.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    return new PushBorder(page, cdp, await registered);
  }

  /**
   * Delivers until it is shown, as the portal repeats what it is not sure of: while a page lists what is shown, Chromium
   * may forget a notification that is just on its way to the screen.
   */
  async deliver(payload: { tag: string; title: string; body: string; url: string; over?: string[] }): Promise<void> {
    await expect(async () => {
      await this.#cdp.send('ServiceWorker.deliverPushMessage', {
        origin: this.#origin,
        registrationId: this.#registration,
        data: JSON.stringify({ count: 1, ...payload }),
      });
      await expect
        .poll(() => shownNow(this.#page), { intervals: [500, 1000], timeout: 5_000 })
        .toContain(`${payload.tag}: ${payload.title}`);
    }).toPass();
  }
}

/** Waits until the worker holds the whole build and answers for this page. */
export async function workerReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');
}

/** Tags and titles of the notifications that are shown now. */
export function shownNow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return ((await worker?.getNotifications()) ?? []).map(({ tag, title }) => `${tag}: ${title}`).sort();
  });
}
