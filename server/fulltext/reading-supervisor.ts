import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Supervised } from '../core/supervised.ts';

const path = fileURLToPath(new URL('./reading-process.ts', import.meta.url));

/** The process that takes the text out of files. */
export class Reading extends Supervised {
  constructor(address: string, folder: string, log: Pick<Logger, 'warn'>) {
    super({ path, name: 'reading', environment: { DATABASE_URL: address, FILES_FOLDER: folder } }, log);
  }
}
