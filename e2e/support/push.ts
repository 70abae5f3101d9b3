import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { waitForServiceWorker } from './worker.ts';

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
    // Where signing out does not reach: signing out empties the portal's own caches.
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
export class SimulatedPush {
  readonly #worker: Worker;
  readonly #cdp: CDPSession;
  readonly #origin: string;
  readonly #registration: string;

  private constructor(page: Page, worker: Worker, cdp: CDPSession, registration: string) {
    this.#worker = worker;
    this.#cdp = cdp;
    this.#origin = new URL(page.url()).origin;
    this.#registration = registration;
  }

  /** Of the worker that answers for a page, once it does. */
  static async open(page: Page): Promise<SimulatedPush> {
    await waitForServiceWorker(page);
    const cdp = await page.context().newCDPSession(page);
    const registered = new Promise<string>((done) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) done(first.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error('no worker answers');
    return new SimulatedPush(page, worker, cdp, await registered);
  }

  /** Delivers a push and waits until the worker has shown it. */
  async deliver(payload: { tag: string; title: string; body: string; url: string; over?: string[] }): Promise<void> {
    await this.#worker.evaluate(listenForShown, payload.tag);
    await this.#cdp.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registration,
      data: JSON.stringify({ count: 1, ...payload }),
    });
    await this.#worker.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown);
  }
}

/** In the worker: `shown` ends when a notification with this tag has been shown. */
function listenForShown(tag: string): void {
  const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
  const show = registration.showNotification;
  const shown = new Promise<void>((done) => {
    registration.showNotification = async (title, options) => {
      await show.call(registration, title, options);
      if (options?.tag !== tag) return;
      registration.showNotification = show;
      done();
    };
  });
  Object.assign(globalThis, { shown });
}

/** Tags and titles of the notifications that are shown now. */
export function readShownNotifications(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return ((await worker?.getNotifications()) ?? []).map(({ tag, title }) => `${tag}: ${title}`).sort();
  });
}
