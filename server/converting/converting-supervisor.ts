import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { SupervisedProcess } from '../core/supervised.ts';
import { type FilesPlace, placeEnvironment } from '../files/places.ts';

const path = fileURLToPath(new URL('./converting-process.ts', import.meta.url));

/** The process that makes pages of office files, by a program of the machine. */
export class ConvertingSupervisor extends SupervisedProcess {
  /** @param program LibreOffice */
  constructor(address: string, files: FilesPlace, program: string, log: Pick<Logger, 'warn'>) {
    const environment = { DATABASE_URL: address, ...placeEnvironment(files), OFFICE_CONVERTER: program };
    super({ path, name: 'converting', environment }, log);
  }
}
