import { readFile } from 'node:fs/promises';
import { answerTheParent } from '../core/bounded-process.ts';
import { type ReadSheets, readSheets } from './recipe-sheets.ts';
import type { SheetQuestion } from './sheet-reader.ts';

/** The process in which foreign sheets are read (sheet-reader.ts). */
answerTheParent(async ({ files, language, mostCells }: SheetQuestion): Promise<ReadSheets | null> => {
  const read = await Promise.all(files.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
  const answer = await readSheets(read, language);
  const cells = answer.sheets.reduce((sum, sheet) => sum + sheet.cells.reduce((all, row) => all + row.length, 0), 0);
  return cells > mostCells ? null : answer;
});
