import { readFile } from 'node:fs/promises';
import { answerTheParent } from '../core/bounded-process.ts';
import { type ParsedSheets, readSheets, SheetsTooLarge } from './recipe-sheets.ts';
import type { SheetQuestion } from './sheet-reader.ts';

/** The process in which foreign sheets are read (sheet-reader.ts). */
answerTheParent(async ({ files, language, limits }: SheetQuestion): Promise<ParsedSheets | null> => {
  const read = await Promise.all(files.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
  return await readSheets(read, language, limits).catch((failure: unknown) => {
    if (failure instanceof SheetsTooLarge) return null;
    throw failure;
  });
});
