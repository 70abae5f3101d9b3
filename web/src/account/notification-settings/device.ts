import type { Output } from '@bilim/contract/call.ts';
import { notificationSettings } from '@bilim/contract/notification-settings.ts';
import { callServer } from '../../core/api.ts';
import { atom } from '../../core/atom.ts';
import {
  findPushWorker,
  readPushEndpoint,
  storePushEndpoint,
  unsubscribeDevice,
} from '../../core/offline/pushNotifications.ts';
import { isSharedComputer } from '../../core/storage.ts';
import { isHandheld } from '../../kit/device.ts';

export type StoredNotificationSettings = Output<typeof notificationSettings.settings>[number];

/**
 * What this browser can do: `ask` its person, or it was `allowed` already; `denied` by the person; `home`: an iPhone shows
 * notifications of what lies on its home screen only; `never` by this browser; `shared`: not on a shared computer.
 */
export type PushSupport = 'ask' | 'allowed' | 'denied' | 'home' | 'never' | 'shared';

/** iPads call themselves a Mac with fingers. */
const isApple =
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Whether this device is held in a hand: what it is called follows. */
export const isHandheldDevice = isHandheld(navigator.userAgent);

function look(): PushSupport {
  if (isSharedComputer()) return 'shared';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple ? 'home' : 'never';
  return { default: 'ask', granted: 'allowed', denied: 'denied' }[Notification.permission] as PushSupport;
}

/** What this browser can do now: people change it in the browser's own settings. */
export const pushSupport = atom(look());
const lookAgain = () => pushSupport.set(look());
document.addEventListener('visibilitychange', lookAgain);
void navigator.permissions
  ?.query({ name: 'notifications' })
  .then((permission) => permission.addEventListener('change', lookAgain))
  .catch(() => undefined);

const ofKey = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** The browser's subscription with the portal's key; one with another key is given up. */
async function subscribe(pushKey: string): Promise<PushSubscription> {
  if (!(await findPushWorker())) throw new Error('no worker');
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = ofKey(pushKey);
  const present = await pushManager.getSubscription();
  const theirs = new Uint8Array(present?.options.applicationServerKey ?? []);
  if (present && theirs.length === key.length && theirs.every((byte, place) => byte === key[place])) return present;
  await present?.unsubscribe();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function add(uid: number, subscription: PushSubscription): Promise<StoredNotificationSettings[]> {
  const { endpoint, keys } = subscription.toJSON();
  const device = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  const answer = await callServer(notificationSettings.addDevice, device);
  storePushEndpoint(uid, device.endpoint);
  return answer;
}

/** Has the person be notified on this device; asks the browser first, at once, for it takes that only right after a tap. Null: not allowed. */
export async function subscribePush(uid: number): Promise<StoredNotificationSettings[] | null> {
  const permission = await Notification.requestPermission();
  lookAgain();
  if (permission !== 'granted') return null;
  const [settings] = await callServer(notificationSettings.settings, {});
  return await add(uid, await subscribe(settings?.pushKey ?? ''));
}

/** The person is notified in the language that they chose just now; while the network is away it stays as it was. */
export async function sendChosenLanguage(): Promise<void> {
  await callServer(notificationSettings.speak, {}).catch(() => undefined);
}

/** Tells the person nothing more on this device. */
export async function unsubscribePush(uid: number): Promise<void> {
  storePushEndpoint(uid, null);
  await unsubscribeDevice();
}

/**
 * Once a visit, for whoever was notified here before: switched on again after a sign-in, or when the browser has another address
 * by now; and off when another device has switched it off.
 */
export async function renewPushSubscription(uid: number): Promise<void> {
  if (look() !== 'allowed' || !(await findPushWorker())) return;
  const [settings] = await callServer(notificationSettings.settings, {});
  if (!settings) return;
  const before = await (await findPushWorker())?.pushManager.getSubscription();
  const isOn = settings.devices.some(({ isThis }) => isThis);
  if (before && before.endpoint === readPushEndpoint(uid) && !isOn) return await unsubscribePush(uid);
  const subscription = await subscribe(settings.pushKey);
  if (!isOn || subscription.endpoint !== readPushEndpoint(uid)) await add(uid, subscription);
}
