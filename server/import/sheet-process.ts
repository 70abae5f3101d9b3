import { readFile } from 'node:fs/promises';
import { answerParentProcess } from '../core/bounded-process.ts';
import { type ParsedSheets, readSheets, SheetsTooLarge } from './recipe-sheets.ts';
import type { SheetReadRequest } from './sheet-reader.ts';

/** The process in which foreign sheets are read (sheet-reader.ts). */
answerParentProcess(async ({ files, language, limits }: SheetReadRequest): Promise<ParsedSheets | null> => {
  const read = await Promise.all(files.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
  return await readSheets(read, language, limits).catch((failure: unknown) => {
    if (failure instanceof SheetsTooLarge) return null;
    throw failure;
  });
});
