import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FolderRemovalHold } from './removal-hold.ts';
import { type ByteRange, type FileStore, isObjectName, ObjectNotFoundError, type StoredObject } from './store.ts';

/** A store in a folder of this machine, or of one that all nodes share: an object is a file below the first two figures of its key. */
export class FolderStore implements FileStore {
  readonly #folder: string;
  readonly removals: FolderRemovalHold;

  constructor(folder: string) {
    this.#folder = folder;
    this.removals = new FolderRemovalHold(folder);
  }

  /** A name that leads elsewhere is nobody's. */
  #path(name: string): string {
    if (!isObjectName(name)) throw new ObjectNotFoundError();
    return join(this.#folder, name.slice(0, 2), name);
  }

  async put(name: string, path: string): Promise<void> {
    const target = this.#path(name);
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }

  async get(name: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#path(name)).catch((failure: NodeJS.ErrnoException) => {
      if (isMissing(failure)) throw new ObjectNotFoundError();
      throw failure;
    });
    return file.createReadStream(range);
  }

  async stat(name: string): Promise<StoredObject | null> {
    if (!isObjectName(name)) return null;
    const info = await stat(this.#path(name)).catch((failure: NodeJS.ErrnoException) => {
      if (isMissing(failure)) return null;
      throw failure;
    });
    return info?.isFile() ? { name, size: info.size, mtimeMs: info.mtimeMs } : null;
  }

  async list(after: string, most: number): Promise<StoredObject[]> {
    const listed: StoredObject[] = [];
    const shards = (await namesIn(this.#folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    for (const shard of shards.filter((name) => name >= after.slice(0, 2)).toSorted()) {
      const names = (await this.#namesOf(shard, after)).toSorted();
      for (const name of names) {
        const info = await stat(join(this.#folder, shard, name)).catch(() => null);
        if (info) listed.push({ name, size: info.size, mtimeMs: info.mtimeMs });
        if (listed.length >= most) return listed;
      }
    }
    return listed;
  }

  /** The names after another one of all objects that lie in a part of the folder. */
  async #namesOf(shard: string, after: string): Promise<string[]> {
    const names: string[] = [];
    const folder = join(this.#folder, shard);
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (!entry.isDirectory()) names.push(entry.name);
      // Folders that were listed already are not gone through again.
      else if (`${entry.name}/\uffff` > after)
        for (const inner of await readdir(join(folder, entry.name), { recursive: true, withFileTypes: true }))
          if (!inner.isDirectory())
            names.push(
              join(inner.parentPath, inner.name)
                .slice(folder.length + 1)
                .replaceAll('\\', '/'),
            );
    return names.filter((name) => name > after);
  }

  async remove(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(this.#path(name), { recursive: true, force: true })));
    // Of a folder that was emptied piece by piece nothing stays.
    for (const name of names)
      if (name.includes('/') && !name.endsWith('/')) await rmdir(dirname(this.#path(name))).catch(() => undefined);
  }

  async withLocalCopy<T>(name: string, work: (path: string) => Promise<T>): Promise<T> {
    return await work(this.#path(name));
  }

  async answers(): Promise<boolean> {
    return (await stat(this.#folder).catch(() => null)) !== null;
  }
}

/** What the system says of a name at which no file can lie, too. */
const isMissing = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (isMissing(failure)) return [];
    throw failure;
  });
