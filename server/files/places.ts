import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { FolderStore } from './folder-store.ts';
import { Spool } from './spool.ts';
import type { FileStore } from './store.ts';

/** Where the files of a portal lie, in a form that can be told to another process. */
export interface FilesPlace {
  /** The folder of this machine for files: those that lie here, and those that come to be. */
  readonly folder: string;
}

/** The folder of this machine for files. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Where tables lie that are to be imported; the room of data keeps it in order. */
export const importsFolder = (dataDir: string): string => join(filesFolder(dataDir), 'imports');

/** What the settings say about where files lie. */
export function placeOf({ dataDir }: Pick<Settings, 'dataDir'>): FilesPlace {
  return { folder: filesFolder(dataDir) };
}

/** The store of a place, and the folder in which its files come to be. */
export function openStore({ folder }: FilesPlace): { store: FileStore; spool: Spool } {
  return { store: new FolderStore(folder), spool: new Spool(join(folder, 'tmp')) };
}

/** How a process that works for the portal is told the place. */
export const placeEnvironment = (place: FilesPlace): Record<string, string> => ({ FILES_PLACE: JSON.stringify(place) });

/** The place that such a process was told. */
export const toldPlace = (): FilesPlace => JSON.parse(process.env.FILES_PLACE ?? '{"folder":""}') as FilesPlace;
