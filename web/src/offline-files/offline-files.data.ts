import { maxOfflineFiles } from '@bilim/contract/limits.ts';
import { offlineFiles as calls } from '@bilim/contract/offline-files.ts';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { callServer } from '../core/api.ts';
import { atom } from '../core/atom.ts';
import { isPortalReachable } from '../core/isPortalReachable.ts';
import { onAnyChange, onReconnected } from '../core/live/live.ts';
import {
  cachePdfViewer,
  deleteAllOfflineFiles,
  deleteCachedFiles,
  estimateFreeBytes,
  listOfflineFiles,
  type OfflineFile,
  readOfflineFileContent,
  requestPersistentStorage,
  storeOfflineFile,
} from '../core/offline/offlineFiles.ts';
import { runOneAtATime } from '../core/runOneAtATime.ts';
import { session } from '../core/session.ts';
import { showToast } from '../kit/Toast.tsx';

/** A file that can be kept on this device; `key` and `href` as in core/offline/offlineFiles.ts. */
export type SavableFile = Omit<OfflineFile, 'mark'>;

/** A kept file; `isOld`: another one lies on the server by now. */
export interface OfflineFileState extends OfflineFile {
  readonly isOld: boolean;
}

/** Why a file was not kept, with the bytes that it needs and that are free. */
export type OfflineFileRefusal =
  | { readonly why: 'broken' | 'notYours' | 'tooMany' | 'noRoomUnknown' }
  | { readonly why: 'noRoom'; readonly size: number; readonly free: number };

/** What the person who is signed in keeps here. */
export const ownOfflineFiles = atom<ReadonlyMap<string, OfflineFileState>>(new Map());
/** How much of each file that is just being kept has come, 0 to 1. */
export const downloadProgress = atom<ReadonlyMap<string, number>>(new Map());

/** Milliseconds that somebody who opens a kept file waits for the server's word about it. */
const patience = 3_000;
const rooms = ['umk', 'library'];

/** Ends what is being kept, by file. */
const stops = new Map<string, AbortController>();
/** Tells the other tabs what one keeps or removes. */
const tabs = new BroadcastChannel('bilim-kept');
let person: number | undefined;
let loaded: Promise<void> = Promise.resolve();

function put<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): ReadonlyMap<string, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

async function load(): Promise<void> {
  const uid = person;
  const files = uid === undefined ? [] : await listOfflineFiles(uid).catch(() => []);
  if (uid !== person) return;
  const before = ownOfflineFiles.get();
  ownOfflineFiles.set(
    new Map(
      files.map((file) => {
        const known = before.get(file.key);
        return [file.key, { ...file, isOld: known?.mark === file.mark && known.isOld }];
      }),
    ),
  );
}

/** What is kept belongs to who is signed in: of whoever was before nothing is shown, and nothing goes on coming. */
function follow(): void {
  const uid = session.get().user?.uid;
  if (uid === person) return;
  person = uid;
  for (const stop of stops.values()) stop.abort();
  ownOfflineFiles.set(new Map());
  loaded = load();
  void loaded.then(check);
}

/**
 * Asks the server about all that is kept: what is not the person's any more goes from this device, what was replaced is
 * marked. Without an answer everything stays as it is.
 */
const check = runOneAtATime(() => compare().catch(() => undefined));

session.subscribe(follow);
isPortalReachable.subscribe(() => void (isPortalReachable.get() && check()));
onAnyChange(({ room }) => void (rooms.includes(room) && check()));
onReconnected(() => void check());
tabs.onmessage = () => void load();
follow();

async function compare(): Promise<void> {
  const uid = person;
  const mine = [...ownOfflineFiles.get().values()];
  if (uid === undefined || mine.length === 0) return;
  const present = await onServer(mine);
  if (person !== uid) return;
  const missing = mine.filter(({ key }) => !present.has(key));
  if (missing.length) await deleteCachedFiles(uid, missing);
  if (person !== uid) return;
  const names = new Set(missing.map(({ key }) => key));
  ownOfflineFiles.set(
    new Map(
      [...ownOfflineFiles.get()]
        .filter(([key]) => !names.has(key))
        .map(([key, one]) => [key, { ...one, isOld: present.has(key) && present.get(key)?.mark !== one.mark }]),
    ),
  );
  if (!missing.length) return;
  tabs.postMessage(null);
  await i18next.loadNamespaces('offline-files');
  showToast(i18next.t('offline-files:gone', { count: missing.length }));
}

/** What lies on the server of these files, by their keys; what the person may not read is left out. */
async function onServer(files: readonly Pick<SavableFile, 'key'>[]) {
  const ids = (kind: string) => files.filter(({ key }) => key[0] === kind).map(({ key }) => Number(key.slice(1)));
  const rows = await callServer(calls.files, { id_books: ids('u'), id_eBook: ids('b') });
  return new Map(rows.map((one) => [`${one.isEBook ? 'b' : 'u'}${one.id}`, one]));
}

/** Keeps a file on this device, or renews a kept one; null when it is there, or when somebody stopped it. */
export async function saveFileOffline(file: SavableFile): Promise<OfflineFileRefusal | null> {
  const uid = person;
  if (uid === undefined || stops.has(file.key)) return null;
  const stop = new AbortController();
  stops.set(file.key, stop);
  downloadProgress.set(put(downloadProgress.get(), file.key, 0));
  try {
    return await fetchAndStore(uid, file, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return null;
    return isFull(error) ? await noRoomFor(file.size) : { why: 'broken' };
  } finally {
    stops.delete(file.key);
    downloadProgress.set(put(downloadProgress.get(), file.key, undefined));
    // Stored after the session had ended and everything had been removed.
    if (person !== uid) await deleteAllOfflineFiles(uid);
  }
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

async function noRoomFor(size: number): Promise<OfflineFileRefusal> {
  const free = await estimateFreeBytes();
  return free === null || free >= size ? { why: 'noRoomUnknown' } : { why: 'noRoom', size, free };
}

async function fetchAndStore(uid: number, file: SavableFile, signal: AbortSignal): Promise<OfflineFileRefusal | null> {
  if (!ownOfflineFiles.get().has(file.key) && ownOfflineFiles.get().size >= maxOfflineFiles) return { why: 'tooMany' };
  const found = (await onServer([file])).get(file.key);
  if (!found) return { why: 'notYours' };
  const { fileName, size, type, mark } = found;
  const now: OfflineFile = { key: file.key, href: file.href, title: file.title, fileName, size, type, mark };
  const free = await estimateFreeBytes();
  // Asked before: a file for which there is no room need not travel.
  if (free !== null && free < size) return { why: 'noRoom', size, free };
  requestPersistentStorage();
  const answer = await fetch(file.href, { signal });
  if (!answer.ok || !answer.body) return { why: answer.status === 404 ? 'notYours' : 'broken' };
  await storeOfflineFile(uid, now, answer.body, (part) =>
    downloadProgress.set(put(downloadProgress.get(), file.key, part)),
  );
  signal.throwIfAborted();
  await deleteCachedFiles(uid, [now], now);
  ownOfflineFiles.set(put(ownOfflineFiles.get(), file.key, { ...now, isOld: false }));
  tabs.postMessage(null);
  void cachePdfViewer();
  return null;
}

/** Stops keeping a file that is on its way; nothing of it stays. */
export function cancelFileDownload(key: string): void {
  stops.get(key)?.abort();
}

/** Removes one kept file from this device, or all. */
export async function deleteOfflineFiles(which: OfflineFileState | 'all'): Promise<void> {
  if (person === undefined) return;
  await (which === 'all' ? deleteAllOfflineFiles(person) : deleteCachedFiles(person, [which]));
  ownOfflineFiles.set(which === 'all' ? new Map() : put(ownOfflineFiles.get(), which.key, undefined));
  tabs.postMessage(null);
}

/**
 * The content of an offline file; null when it is not kept, or when the server can give a newer one. With a network
 * the server is asked first whether the person may still have it, but not longer than somebody waits on a slow line.
 */
export async function readCurrentOfflineCopy(key: string): Promise<Blob | null> {
  await loaded;
  if (!ownOfflineFiles.get().has(key)) return null;
  if (isPortalReachable.get()) await Promise.race([check(), new Promise((late) => setTimeout(late, patience))]);
  const one = ownOfflineFiles.get().get(key);
  if (person === undefined || !one || (one.isOld && isPortalReachable.get())) return null;
  return await readOfflineFileContent(person, one);
}

/** The same for a page; undefined while it is looked for. */
export function useOfflineCopy(key: string): Blob | null | undefined {
  const [copy, setCopy] = useState<Blob | null>();
  useEffect(() => {
    let isLeft = false;
    readCurrentOfflineCopy(key)
      .catch(() => null)
      .then((found) => isLeft || setCopy(found));
    return () => {
      isLeft = true;
    };
  }, [key]);
  return copy;
}
