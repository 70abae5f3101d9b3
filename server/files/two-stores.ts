import type { Readable } from 'node:stream';
import type { RemovalHold } from './removal-hold.ts';
import { type ByteRange, type FileStore, ObjectNotFoundError, type StoredObject } from './store.ts';

/**
 * The folder and the bucket together, as long as files may lie in both: each is read where it lies, new ones go to one of them.
 * The folder is asked first, which costs no request.
 */
export class FolderAndBucketStore implements FileStore {
  readonly folder: FileStore;
  readonly bucket: FileStore;
  readonly removals: RemovalHold;
  readonly #target: FileStore;

  /** @param target which of the two takes new files */
  constructor(folder: FileStore, bucket: FileStore, target: FileStore) {
    this.folder = folder;
    this.bucket = bucket;
    this.#target = target;
    const holds = [folder.removals, bucket.removals];
    this.removals = {
      hold: async () => void (await Promise.all(holds.map((one) => one.hold()))),
      release: async () => void (await Promise.all(holds.map((one) => one.release()))),
      isHeld: async () => (await folder.removals.isHeld()) || (await bucket.removals.isHeld()),
    };
  }

  /** The store that has an object: the folder if it is there, else the bucket. */
  async #homeOf(name: string): Promise<FileStore> {
    return (await this.folder.stat(name)) === null ? this.bucket : this.folder;
  }

  async put(name: string, path: string, sha256?: string): Promise<void> {
    await this.#target.put(name, path, sha256);
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    const home = await this.#homeOf(name);
    return await home.get(name, range).catch((failure: unknown) => {
      // It was moved in this moment.
      if (failure instanceof ObjectNotFoundError && home === this.folder) return this.bucket.get(name, range);
      throw failure;
    });
  }

  async stat(name: string): Promise<StoredObject | null> {
    return (await this.folder.stat(name)) ?? (await this.bucket.stat(name));
  }

  async list(after: string, most: number): Promise<StoredObject[]> {
    const found = await Promise.all([this.folder.list(after, most), this.bucket.list(after, most)]);
    const byName = new Map(found.flat().map((object) => [object.name, object]));
    return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, most);
  }

  async remove(names: readonly string[]): Promise<void> {
    await Promise.all([this.folder.remove(names), this.bucket.remove(names)]);
  }

  async withLocalCopy<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    return await (await this.#homeOf(name)).withLocalCopy(name, work);
  }

  async answers(): Promise<boolean> {
    return await this.bucket.answers();
  }
}
