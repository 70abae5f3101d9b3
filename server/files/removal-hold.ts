import { rmSync } from 'node:fs';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileAgeMs, readMachineTime } from '../core/clock.ts';

/** A back-up needs every file of its moment: while it holds them, nobody removes any. */
export interface RemovalHold {
  /** Keeps everybody from removing files for ten minutes; called again, for ten more. */
  hold(): Promise<void>;
  /** Ends the hold. In a folder it is synchronous, so that a process can call it while it exits. */
  release(): Promise<void>;
  isHeld(): Promise<boolean>;
}

/** What says, beside the objects of a store, that a back-up is being made. */
export const removalHoldName = 'backup-running';
/** Milliseconds after which a hold that nobody renews was left by a back-up that was killed. */
const holdLifetime = 10 * 60_000;

/** Whether a hold that was found, if there is one, still counts. */
export const isHoldFresh = (found: { readonly mtimeMs: number } | null): boolean =>
  found !== null && fileAgeMs(found) < holdLifetime;

/** The hold of a store in a folder, which has to be there. */
export class FolderRemovalHold implements RemovalHold {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, removalHoldName);
  }

  async hold(): Promise<void> {
    await writeFile(this.#path, '');
    // A folder on another machine stamps what is written by that machine's clock; nodes judge the age by their own.
    const time = readMachineTime();
    await utimes(this.#path, time, time);
  }

  async release(): Promise<void> {
    rmSync(this.#path, { force: true });
  }

  async isHeld(): Promise<boolean> {
    return isHoldFresh(await stat(this.#path).catch(() => null));
  }
}
