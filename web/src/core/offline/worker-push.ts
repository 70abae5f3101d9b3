declare const self: ServiceWorkerGlobalScope;

/** What the portal sends to a device (server/delivery/push.ts). */
interface Pushed {
  /** The same at a repeat, which takes the place of the first and makes no sound. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly lang?: string;
  /** Tags of what is shown here and was seen elsewhere since, or taken back. */
  readonly over?: readonly string[];
}

interface PushAssets {
  /** Address of the portal; what is shown leads nowhere else. */
  readonly page: string;
  readonly icon: string;
  readonly badge: string;
}

/** Milliseconds for an open page to say that it goes where it was asked to; one that shows no room says nothing. */
const answerWithin = 1_000;

/** Shows what the portal sends, opens what is tapped, and has a page renew a subscription that the browser changed. */
export function addPushHandlers(assets: PushAssets): void {
  let last: Promise<unknown> = Promise.resolve();
  self.addEventListener('push', (event) => {
    // Chromium forgets a notification that is on its way to the screen while the shown ones are listed.
    last = last.catch(() => undefined).then(() => show(event.data, assets));
    event.waitUntil(last);
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(addressOf(event.notification, assets.page), assets.page));
  });
  self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
}

/** Browsers demand that something is shown for each message; what is over goes with it. */
async function show(data: PushMessageData | null, { page, icon, badge }: PushAssets): Promise<void> {
  const pushed: Pushed = read(data) ?? { tag: 'portal', title: 'Bilim', body: '', url: page };
  const { tag, title, body, url, lang, over = [] } = pushed;
  await self.registration.showNotification(title, { tag, body, icon, badge, data: { url }, ...(lang && { lang }) });
  if (over.length > 0)
    for (const shown of await self.registration.getNotifications()) if (over.includes(shown.tag)) shown.close();
}

function read(data: PushMessageData | null): Pushed | null {
  try {
    return data?.json() as Pushed;
  } catch {
    return null;
  }
}

function addressOf({ data }: Notification, page: string): string {
  const { origin, pathname, search } = new URL(String((data as { url?: unknown } | null)?.url), location.origin);
  return origin === location.origin && (pathname === page || pathname.startsWith(`${page}/`))
    ? pathname + search
    : page;
}

const pages = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** In the window that was used last, without loading it again if it can be helped; else in one of its own. */
async function open(address: string, page: string): Promise<void> {
  const [window] = (await pages()).filter(({ url }) => new URL(url).pathname.startsWith(page));
  if (!window) {
    await self.clients.openWindow(address);
    return;
  }
  // Some browsers bring a window to the front only now and then; it goes there all the same.
  await window.focus().catch(() => undefined);
  if (!(await openAddress(window, address)))
    await window.navigate(address).catch(() => self.clients.openWindow(address));
}

function openAddress(window: WindowClient, address: string): Promise<boolean> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(true);
    setTimeout(() => done(false), answerWithin);
    window.postMessage({ kind: 'open', address }, [port2]);
  });
}

/** The portal takes a device from its own pages only; without one it is done at the next opening. */
async function renew(): Promise<void> {
  for (const page of await pages()) page.postMessage({ kind: 'renew' });
}
