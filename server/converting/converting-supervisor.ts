import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SupervisedProcess } from '../core/supervised-process.ts';
import { type FileStoreLocation, toStoreLocationEnvironment } from '../files/store-location.ts';

const path = fileURLToPath(new URL('./converting-process.ts', import.meta.url));

/** The process that makes pages of office files, by a program of the machine. */
export class ConvertingSupervisor extends SupervisedProcess {
  /** @param program LibreOffice */
  constructor(address: string, files: FileStoreLocation, program: string, log: Pick<Logger, 'warn'>) {
    const environment = { DATABASE_URL: address, ...toStoreLocationEnvironment(files), OFFICE_CONVERTER: program };
    super({ path, name: 'converting', environment }, log);
  }
}
