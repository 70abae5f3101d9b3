import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SupervisedProcess } from '../core/supervised-process.ts';
import { type FileStoreLocation, toStoreLocationEnvironment } from '../files/store-location.ts';

const path = fileURLToPath(new URL('./reading-process.ts', import.meta.url));

/** The process that takes the text out of files. */
export class TextExtractionSupervisor extends SupervisedProcess {
  constructor(address: string, files: FileStoreLocation, log: Pick<Logger, 'warn'>) {
    super({ path, name: 'reading', environment: { DATABASE_URL: address, ...toStoreLocationEnvironment(files) } }, log);
  }
}
