import { notices } from '@bilim/contract/notices.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { parsePortalAddress } from '../address.ts';
import { queryClient } from '../queryClient.ts';
import { isSharedComputer, permanentKeyPrefix, readStoredValue, writeStoredValue } from '../storage.ts';

/**
 * Push notifications of this device: shown ones close when their notices are seen, a tap opens the thing, and the
 * subscription belongs to one person alone. Switching on and off is in account/notification-settings/device.ts,
 * loaded when it is needed.
 */
type Page = { count: number; notices: readonly { id: number; kind: string; isNew: boolean }[] };

/** Tags of what is gathered, with the kinds of notices that it stands for; `digest` stands for all. */
const gathered: Readonly<Record<string, readonly string[]>> = {
  marks: ['mark', 'absences', 'journals'],
  materials: ['material'],
  lessons: ['lesson'],
  news: ['news'],
};

const placeOf = (uid: number) => `${permanentKeyPrefix}push/${uid}`;

/** The address of this browser's subscription at which a person is notified here, also after signing out; null: they are not. */
export function readPushEndpoint(uid: number): string | null {
  try {
    return isSharedComputer() ? null : localStorage.getItem(placeOf(uid));
  } catch {
    return null;
  }
}

/** Remembers that a person is notified here; null: not any more. */
export function storePushEndpoint(uid: number, endpoint: string | null): void {
  try {
    if (endpoint === null) localStorage.removeItem(placeOf(uid));
    else if (!isSharedComputer()) localStorage.setItem(placeOf(uid), endpoint);
  } catch {
    // Full or forbidden: it has to be switched on again after the next sign-in.
  }
}

/** Whether a person came to this device before, as far as this page knows; undefined: it has not looked. */
let isBack: boolean | undefined;

const declinedPlace = (uid: number) => `${permanentKeyPrefix}nopush/${uid}`;

/** Whether to offer notifications on this device: it can be done, the person is not new here and did not say no before. */
export function canOfferPush(uid: number): boolean {
  if (!isBack || isSharedComputer() || !navigator.serviceWorker?.controller || !('PushManager' in window)) return false;
  try {
    return (
      Notification.permission !== 'denied' &&
      (localStorage.getItem(declinedPlace(uid)) ?? readPushEndpoint(uid)) === null
    );
  } catch {
    return false;
  }
}

/** The person does not want to be notified here, and is not asked again. */
export function declinePushOffer(uid: number): void {
  try {
    if (!isSharedComputer()) localStorage.setItem(declinedPlace(uid), '1');
  } catch {
    // Full or forbidden: it is offered again.
  }
}

/** The worker of this browser, if it can show notifications. */
export async function findPushWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration().catch(() => null)) ?? null;
}

/** Closes shown notifications. */
export async function closeNotifications(which: (shown: Notification) => boolean): Promise<void> {
  const worker = await findPushWorker();
  if (worker && Notification.permission === 'granted')
    for (const shown of await worker.getNotifications()) if (which(shown)) shown.close();
}

/** Takes this device from whoever it was: the next person here sees and gets nothing of theirs. */
export async function unsubscribeDevice(): Promise<void> {
  await closeNotifications(() => true).catch(() => undefined);
  const worker = await findPushWorker();
  await (await worker?.pushManager.getSubscription().catch(() => null))?.unsubscribe().catch(() => false);
}

/** The tags of what is shown. */
async function shownTags(): Promise<ReadonlySet<string>> {
  const worker = await findPushWorker();
  const shown = worker && Notification.permission === 'granted' ? await worker.getNotifications() : [];
  return new Set(shown.map(({ tag }) => tag));
}

/**
 * Closes what stands for notices that are seen, here or elsewhere. What a list does not name is closed only where it was
 * shown `before` the list was asked for; null: the list is of this moment.
 */
function closeSeen({ pages }: InfiniteData<Page>, before: ReadonlySet<string> | null): void {
  const rows = pages.flatMap((page) => page.notices);
  const count = pages[0]?.count ?? 0;
  const fresh = rows.filter(({ isNew }) => isNew);
  const seen = new Set(rows.filter(({ isNew }) => !isNew).map(({ id }) => `n${id}`));
  // With what is new beyond these rows nobody knows whether a kind has nothing new.
  const isOver = (tag: string) =>
    fresh.length === count && gathered[tag]?.every((kind) => !fresh.some((one) => one.kind === kind));
  const isNew = (tag: string) => before !== null && !before.has(tag);
  const isObsolete = (tag: string) => isOver(tag) || (count === 0 && (tag === 'digest' || /^n\d+$/.test(tag)));
  void closeNotifications(({ tag }) => seen.has(tag) || (isObsolete(tag) && !isNew(tag)));
}

interface Following {
  /** Opens an address of the portal. */
  readonly go: (address: string) => void;
  /** Sends the device's present push address to the portal. */
  readonly renew: () => Promise<void>;
  /** Requests wait until this promise is fulfilled. */
  readonly after: Promise<void>;
}

/** Listens for notifications that are pushed to the signed-in person. Gives a function that stops it. */
export function listenForPushes(uid: number, { go, renew: renewDevice, after }: Following): () => void {
  isBack = readStoredValue('been') !== null;
  writeStoredValue('been', '1');
  if (!('serviceWorker' in navigator)) return () => {};
  const leaving = new AbortController();
  const renew = async () => {
    if (leaving.signal.aborted) return;
    if (readPushEndpoint(uid) !== null) await renewDevice();
    // Somebody else's, who did not sign out.
    else await unsubscribeDevice();
  };
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent<{ kind?: string; address?: string } | null>) => {
      const address = data?.kind === 'open' ? parsePortalAddress(data.address) : null;
      if (address !== null) {
        ports[0]?.postMessage('goes');
        go(address);
      } else if (data?.kind === 'renew') void renew().catch(() => undefined);
    },
    { signal: leaving.signal },
  );
  void after.then(renew).catch(() => undefined);
  let before: Promise<ReadonlySet<string> | null> = Promise.resolve(null);
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[1] !== notices.list.path) return;
    const { action, query } = event;
    if (action.type === 'fetch') before = shownTags().catch(() => null);
    if (action.type !== 'success') return;
    const list = query.state.data as InfiniteData<Page>;
    void (action.manual ? Promise.resolve(null) : before).then((tags) => closeSeen(list, tags));
  });
  return () => {
    leaving.abort();
    stop();
  };
}
