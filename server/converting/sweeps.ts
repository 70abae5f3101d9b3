import type { Sweep } from '../core/sweep.ts';
import type { Database } from '../database/database.ts';
import type { FileService } from '../files/files.ts';
import { sweepConvertedPages } from './converting.queries.ts';

/** Pages of office files that are gone. */
export const convertedPageSweeps = ({
  database,
  files,
}: {
  readonly database: Database;
  readonly files: FileService;
}): Sweep[] => [() => sweepConvertedPages(database.autocommit, files)];
