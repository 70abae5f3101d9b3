import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StartupError } from './startup-error.ts';

/** The program that makes pages of office files, and whether it was turned off on purpose. */
export interface OfficeConverter {
  /** Absolute path of LibreOffice's `soffice`; null: there is none. */
  readonly program: string | null;
  readonly isOff: boolean;
}

const names = ['soffice', 'libreoffice'];

/**
 * Reads `OFFICE_CONVERTER`: `off`, the path of the program, or `auto` (the first of its names on the path).
 * @throws StartupError when a path was given and no program lies there
 */
export function findOfficeConverter(wanted: string | null, path: string | undefined): OfficeConverter {
  if (wanted === 'off') return { program: null, isOff: true };
  if (wanted !== null && wanted !== 'auto') {
    if (!isAbsolute(wanted) || !isProgram(wanted))
      throw new StartupError(
        `OFFICE_CONVERTER is "${wanted}", but it must be auto, off, or the path of a program such as /usr/bin/soffice.`,
      );
    return { program: wanted, isOff: false };
  }
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return { program: places.find(isProgram) ?? null, isOff: false };
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return statSync(place).isFile();
  } catch {
    return false;
  }
}
