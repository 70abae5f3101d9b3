import { existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../core/startup-error.ts';
import type { BackupSummary } from './format.ts';
import { removeOlderBackups } from './retention.ts';
import type { BackupSource } from './verify.ts';

/** Where one back-up lies, or is to lie: a file, or pieces in a bucket. Nothing counts as a back-up before `finish`. */
export interface BackupLocation {
  /** How an operator names it. */
  readonly name: string;
  /** The back-up that lies there. */
  readonly source: BackupSource;
  /** What was written and does not count yet. */
  readonly written: BackupSource;
  /**
   * Looks before any work.
   * @param wanted whether a back-up has to be there, or none
   * @throws StartupError when it is otherwise
   */
  check(wanted: 'present' | 'absent'): Promise<void>;
  write(packed: AsyncIterable<Buffer>): Promise<void>;
  /** Makes what was written the back-up of that name. */
  finish(summary: BackupSummary): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
  /** The same while the process ends, as far as that can be done then. */
  discardAtExit(): void;
  /** Removes older ones that are called alike, and keeps so many, this one counted. Gives the names of those that went. */
  removeOlder(keep: number): Promise<string[]>;
}

/** The place of a back-up in a file: it is written beside it, and gets its name when it is whole. */
export function createFileBackupLocation(path: string): BackupLocation {
  const part = `${path}.part`;
  return {
    name: path,
    source: path,
    written: part,
    async check(wanted) {
      if (wanted === 'absent' && existsSync(path))
        throw new StartupError(`${path} is there already: choose another name.`);
      if (wanted === 'present' && !existsSync(path)) throw new StartupError(`There is no file ${path}.`);
    },
    async write(packed) {
      const file = await open(part, 'w', 0o600);
      await pipeline(packed, file.createWriteStream({ flush: true }));
    },
    finish: () => rename(part, path),
    discard: () => rm(part, { force: true }),
    discardAtExit: () => rmSync(part, { force: true }),
    removeOlder: (keep) => removeOlderBackups(path, keep),
  };
}
