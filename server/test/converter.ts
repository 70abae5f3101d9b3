import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOfficeConverter } from '../core/office-converter.ts';

const program = fileURLToPath(new URL('./converter-program.ts', import.meta.url));

/** A program of the tests' own that is called as LibreOffice is (converter-program.ts). */
export interface FakeConverter {
  readonly path: string;
  remove(): Promise<void>;
}

/** Puts such a program somewhere. */
export async function createFakeConverter(): Promise<FakeConverter> {
  const folder = await mkdtemp(join(tmpdir(), 'bilim-converter-'));
  const path = join(folder, 'soffice');
  const node = `"${process.execPath}" --disable-warning=ExperimentalWarning --max-old-space-size=4096`;
  await writeFile(path, `#!/bin/sh\nexec ${node} "${program}" "$@"\n`, { mode: 0o755 });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** LibreOffice, where this machine has it; null where the tests of it cannot run. */
export function findLibreOffice(): string | null {
  const { program: found } = findOfficeConverter('auto', process.env.PATH);
  if (found === null) return null;
  const { stdout } = spawnSync(found, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return /^LibreOffice/.test(stdout ?? '') ? found : null;
}

/** A document of rich text with these words in it, as the stand-in reads them. */
export const createRtfDocument = (words: string): Buffer => Buffer.from(`{\\rtf1\\ansi ${words} }`);
