import type { Sweep } from '../core/sweep.ts';
import type { Database } from '../database/database.ts';
import type { FileService } from './files.ts';

/** Files that belong to nothing any more, and what a crash left of uploads. */
export const fileSweeps = ({
  database,
  files,
}: {
  readonly database: Database;
  readonly files: FileService;
}): Sweep[] => [() => files.sweep(database.autocommit)];
