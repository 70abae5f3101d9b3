import { join } from 'node:path';
import type { Bucket, FilesSettings } from '../core/files-settings.ts';
import type { Settings } from '../settings.ts';
import { FolderStore } from './folder-store.ts';
import { Spool } from './spool.ts';
import type { FileStore } from './store.ts';
import { FolderAndBucketStore } from './two-stores.ts';

/** Where the files of a portal lie, in a form that can be passed to another process. */
export interface FileStoreLocation {
  /** The folder of this machine for files: those that lie here, and those that come to be. */
  readonly folder: string;
  /** The bucket in which they lie, or to or from which they are being moved; absent: there is none. */
  readonly bucket?: Bucket;
  /** Which of the two takes new files. */
  readonly target?: FilesSettings['target'];
}

/** The folder of this machine for files. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Where the university's own pictures lie, such as its logo; whoever runs the portal puts them there. */
export const universityPicturesFolder = (dataDir: string): string => join(dataDir, 'public');

/** Where tables lie that are to be imported; the room of data keeps it in order. */
export const importsFolder = (dataDir: string): string => join(filesFolder(dataDir), 'imports');

/** What the settings say about where files lie. */
export function resolveFileStoreLocation({
  dataDir,
  files: { bucket, target },
}: Pick<Settings, 'dataDir' | 'files'>): FileStoreLocation {
  return { folder: filesFolder(dataDir), ...(bucket && { bucket, target }) };
}

/** The store of a place, and the folder in which its files come to be. */
export async function openStore({
  folder,
  bucket,
  target,
}: FileStoreLocation): Promise<{ store: FileStore; spool: Spool }> {
  const spool = new Spool(join(folder, 'tmp'));
  const inFolder = new FolderStore(folder);
  if (!bucket) return { store: inFolder, spool };
  const inBucket = await openBucketStore(bucket, spool);
  return { store: new FolderAndBucketStore(inFolder, inBucket, target === 'folder' ? inFolder : inBucket), spool };
}

/**
 * The store of a bucket; whoever has none does not load what speaks its protocol.
 * @param isName which names its objects have, where it holds something else than files
 */
export async function openBucketStore(
  bucket: Bucket,
  spool: Spool,
  isName?: (name: string) => boolean,
): Promise<FileStore> {
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(bucket, spool, isName);
}

/** How a process that works for the portal gets the place. */
export const toStoreLocationEnvironment = (place: FileStoreLocation): Record<string, string> => ({
  FILES_PLACE: JSON.stringify(place),
});

/** The place that such a process was given. */
export const readStoreLocation = (): FileStoreLocation =>
  JSON.parse(process.env.FILES_PLACE ?? '{"folder":""}') as FileStoreLocation;
