import { canReadAndWrite } from '../core/folder-owner.ts';
import type { FileStore } from './store.ts';

/** Gives work the paths of files that hold the bytes of objects, for programs that read paths alone. They must not be changed. */
export async function withLocalCopies<T>(
  store: Pick<FileStore, 'withLocalCopy'>,
  [first, ...others]: readonly string[],
  work: (...paths: readonly string[]) => Promise<T>,
): Promise<T> {
  if (first === undefined) return await work();
  return await store.withLocalCopy(first, (path) => withLocalCopies(store, others, (...paths) => work(path, ...paths)));
}

/** Where an object of a folder lies that this user may not use; null: it may be used. */
export const findInaccessiblePath = (store: FileStore, key: string): Promise<string | null> =>
  store.withLocalCopy(key, async (path) => ((await canReadAndWrite(path)) ? null : path));
