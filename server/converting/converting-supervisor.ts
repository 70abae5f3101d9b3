import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { Supervised } from '../core/supervised.ts';

const path = fileURLToPath(new URL('./converting-process.ts', import.meta.url));

/** The process that makes pages of office files, by a program of the machine. */
export class Converting extends Supervised {
  /** @param folder where all files lie; `program`: LibreOffice */
  constructor(address: string, folder: string, program: string, log: Pick<Logger, 'warn'>) {
    const environment = { DATABASE_URL: address, FILES_FOLDER: folder, OFFICE_CONVERTER: program };
    super({ path, name: 'converting', environment }, log);
  }
}
