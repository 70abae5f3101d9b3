import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { runInParallel } from '../core/in-parallel.ts';
import { Refusal } from '../core/refusal.ts';
import type { RemovalHold } from './removal-hold.ts';

/** An object of a store, as `list` and `stat` return it. */
export interface StoredObject {
  readonly name: string;
  readonly size: number;
  /** When it came; the machine's or the store's own time. */
  readonly mtimeMs: number;
}

/** Bytes from the first to the last one, both of them included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** There is no such object. */
export class ObjectNotFoundError extends Refusal {
  constructor() {
    super('file.notFound', 404);
  }
}

/** The store gives no answer, or none that helps: nobody can read or write files now. */
export class StorageUnavailableError extends Refusal {
  /** For operators: what was asked is in no message of the library. */
  readonly reason: string;

  constructor(cause: unknown) {
    super('files.away', 503, { cause });
    const { name, code, message } = cause as { name?: string; code?: string; message?: string };
    this.reason = `${code ?? name}: ${message}`;
    this.message = `the store of files does not answer (${this.reason})`;
  }
}

/**
 * The store of all rooms' files. The name of an object begins with the random key of its file: the key itself for the
 * bytes, `smallPictureKey` for its small picture, `unpackedBookPrefix` and a path for what was unpacked from it.
 * Nobody outside knows where an object lies. An object is there whole or not at all, and never changes.
 */
export interface FileStore {
  /**
   * Takes a file of this machine over, which is gone afterwards.
   * @param sha256 of its bytes, where it is known already
   */
  put(name: string, path: string, sha256?: string): Promise<void>;
  /** The bytes of an object, or a range of them. Ends with an error when they do not come whole. */
  get(name: string, range?: ByteRange): Promise<Readable>;
  /** What is known of an object; null: there is none. */
  stat(name: string): Promise<StoredObject | null>;
  /** At most `most` objects after a name, in the order of their names; an empty list is the end. */
  list(after: string, most: number): Promise<StoredObject[]>;
  /** Removes objects; a name that ends with a slash stands for all that begin with it. What is not there is no mistake. */
  remove(names: readonly string[]): Promise<void>;
  /**
   * Gives work the path of a file that holds the bytes of an object, which it must not change.
   * @throws ObjectNotFoundError or an error of the file system when there is no such object
   */
  withLocalCopy<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Whether files can be read and written now. */
  answers(): Promise<boolean>;
  /** By which a back-up keeps others from removing. */
  readonly removals: RemovalHold;
}

/** Files of a folder that are stored at the same time. */
const maxConcurrentFiles = 16;
/** Objects that are asked for at once. */
export const listPageSize = 1000;

/** The object that holds the small picture of a file. */
export const smallPictureKey = (key: string): string => `${key}.webp`;
/** The beginning of the names of objects that were unpacked from a file. */
export const unpackedBookPrefix = (key: string): string => `${key}.book/`;
/** The key of the file to which an object belongs. */
export const parseFileKey = (name: string): string => name.slice(0, 36);
/** Whether a text may be the key of a file. */
export const isFileKey = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Whether an object may have this name: it begins with a key, and leads nowhere else. */
export const isObjectName = (name: string): boolean =>
  isFileKey(parseFileKey(name)) &&
  !name.includes('\0') &&
  !name.split(/[/\\]/).some((part) => part === '..' || part === '.');

/** Removes all that belongs to files, unless a back-up is being made: it needs every file of its moment, and the sweeper comes again. */
export async function deleteFilesUnlessHeld(store: FileStore, keys: readonly string[]): Promise<void> {
  if (!keys.length || (await store.removals.isHeld())) return;
  await store.remove(keys.flatMap((key) => [key, smallPictureKey(key), unpackedBookPrefix(key)]));
}

/** Has a store take all files of a folder over, under a name that ends with a slash; the folder is gone afterwards. */
export async function moveFolderIntoStore(store: Pick<FileStore, 'put'>, name: string, path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(path.length + 1)
        .replaceAll('\\', '/'),
    );
  // Whoever sees the first page has the whole book.
  const first = 'index.html';
  const others = files.filter((file) => file !== first);
  await runInParallel(others, maxConcurrentFiles, (file) => store.put(name + file, join(path, file)));
  if (files.includes(first)) await store.put(name + first, join(path, first));
  await rm(path, { recursive: true, force: true });
}

/** Every object of a store, in pieces. */
export async function* listAllObjects(store: Pick<FileStore, 'list'>): AsyncGenerator<StoredObject[]> {
  for (let after = ''; ; ) {
    const objects = await store.list(after, listPageSize);
    const last = objects.at(-1);
    if (!last) return;
    yield objects;
    after = last.name;
  }
}
