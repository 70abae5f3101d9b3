import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The numbers of erased people beside the database: a restore of an older back-up erases them again. */
const erasedFile = (dataDir: string): string => join(dataDir, 'erased.txt');

/** Numbers that are in a list, one a line; null: there is no such file. */
export async function readErasureList(path: string): Promise<number[] | null> {
  const text = await readFile(path, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null;
    throw failure;
  });
  if (text === null) return null;
  return [...new Set(text.split('\n').map((line) => Number(line.trim())))].filter(
    (id) => Number.isSafeInteger(id) && id > 0,
  );
}

/** The list of this data folder. */
export const readErasureListOfDataDir = (dataDir: string) => readErasureList(erasedFile(dataDir));

/** Adds a number, and waits until it is on the disk. */
export async function appendToErasureList(dataDir: string, id: number): Promise<void> {
  const file = await open(erasedFile(dataDir), 'a', 0o600);
  try {
    await file.write(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Puts another list in the place of the old one. */
export async function replaceErasureList(dataDir: string, ids: readonly number[]): Promise<void> {
  const path = erasedFile(dataDir);
  await writeFile(`${path}.new`, ids.map((id) => `${id}\n`).join(''), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}
