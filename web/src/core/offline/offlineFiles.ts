import { isSharedComputer } from '../storage.ts';
import { offlineCachePrefix } from './offlineCacheName.ts';

/**
 * Files that a person keeps on this device, each whole in the browser's Cache Storage with what is known about it. The
 * cache bears the person's number and goes with their session (storage.ts); on a shared computer there is none.
 */
export interface OfflineFile {
  /** `u` and the number of a material, or `b` and that of a library book. */
  readonly key: string;
  readonly title: string;
  readonly fileName: string;
  readonly size: number;
  readonly type: string;
  /** Address of the file on the server. */
  readonly href: string;
  /** The server's mark of this content. */
  readonly mark: string;
}

/** Where a stored answer says what it is. */
const aboutHeader = 'X-Kept-File';

const nameOf = (uid: number) => offlineCachePrefix + uid;

/** Another content has another address, so that a new one can come before the old one goes. */
const addressOf = ({ href, mark }: OfflineFile) => `${href}&kept=${encodeURIComponent(mark)}`;

/** Whether files can be kept here: not on a shared computer, nor where the browser offers no such storage (plain http). */
export const canStoreOfflineFiles = (): boolean => 'caches' in window && !isSharedComputer();

/** All that a person keeps here. */
export async function listOfflineFiles(uid: number): Promise<OfflineFile[]> {
  if (!canStoreOfflineFiles() || !(await caches.has(nameOf(uid)))) return [];
  const cache = await caches.open(nameOf(uid));
  const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  return answers.flatMap((answer) => {
    const about = answer?.headers.get(aboutHeader);
    return about ? [JSON.parse(decodeURIComponent(about)) as OfflineFile] : [];
  });
}

/** Stores a file as it arrives, whole or not at all; `onPart` gets the part of it that has come, 0 to 1. */
export async function storeOfflineFile(
  uid: number,
  file: OfflineFile,
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPart: (part: number) => void,
): Promise<void> {
  const cache = await caches.open(nameOf(uid));
  const headers = { 'Content-Type': file.type, [aboutHeader]: encodeURIComponent(JSON.stringify(file)) };
  await cache.put(addressOf(file), new Response(content.pipeThrough(measured(file.size, onPart)), { headers }));
}

/** Fails at the end of a file that is shorter or longer than it was said to be: what is stored from it goes then. */
function measured(size: number, onPart: (part: number) => void) {
  let come = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, out) {
      come += part.length;
      onPart(Math.min(come / size, 1));
      out.enqueue(part);
    },
    flush(out) {
      if (come !== size) out.error(new Error(`${come} of ${size} bytes came`));
    },
  });
}

/** The content of a kept file; null when the browser has removed it. */
export async function readOfflineFileContent(uid: number, file: OfflineFile): Promise<Blob | null> {
  const cache = await caches.open(nameOf(uid));
  return (await (await cache.match(addressOf(file)))?.blob()) ?? null;
}

/** Removes files, each with earlier contents of it that a killed browser left; of one named as `except` its content stays. */
export async function deleteCachedFiles(
  uid: number,
  files: readonly OfflineFile[],
  except?: OfflineFile,
): Promise<void> {
  const cache = await caches.open(nameOf(uid));
  const stays = except && new URL(addressOf(except), location.href).href;
  const starts = files.map(({ href }) => new URL(`${href}&kept=`, location.href).href);
  const outdated = (await cache.keys()).filter(
    ({ url }) => url !== stays && starts.some((start) => url.startsWith(start)),
  );
  await Promise.all(outdated.map((request) => cache.delete(request)));
  if ((await cache.keys()).length === 0) await deleteAllOfflineFiles(uid);
}

/** Removes all that a person keeps here. */
export async function deleteAllOfflineFiles(uid: number): Promise<void> {
  await caches.delete(nameOf(uid));
}

/** Bytes that are free for this portal on the device; null where the browser does not say. */
export async function estimateFreeBytes(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate().catch(() => null)) ?? {};
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** Whether the portal's storage is persistent, so that the browser evicts nothing by itself; null where it is not known. */
export async function isStoragePersistent(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
}

/** Requests persistent storage; some browsers show a prompt for it. */
export function requestPersistentStorage(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** Has the service worker cache the PDF viewer, which is not precached; so does the waiting worker of a newer build. */
export async function cachePdfViewer(): Promise<void> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const worker of [found?.active, found?.waiting]) worker?.postMessage({ hold: ['reader'] });
}
