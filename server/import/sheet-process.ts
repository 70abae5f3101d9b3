import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { answerParentProcess } from '../core/bounded-process.ts';
import { applyRecipeToCells } from './recipe.ts';
import { type ParsedSheets, readSheets, SheetsTooLargeError } from './recipe-sheets.ts';
import type { AppliedRecipe, SheetReadReply, SheetReadRequest } from './sheet-reader.ts';

/** The process in which foreign sheets are read, and tables made of them (sheet-reader.ts). */
answerParentProcess(async ({ files, language, limits, apply }: SheetReadRequest): Promise<SheetReadReply | null> => {
  const read = await Promise.all(files.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
  try {
    const sheets = await readSheets(read, language, limits);
    return apply ? { applied: makeTables(sheets, apply) } : { sheets };
  } catch (failure) {
    if (failure instanceof SheetsTooLargeError) return null;
    throw failure;
  }
});

function makeTables(
  sheets: ParsedSheets,
  { recipe, cells, context }: NonNullable<SheetReadRequest['apply']>,
): AppliedRecipe {
  const { faults, faultCount, remarks, rows, folder } = applyRecipeToCells(sheets, recipe, new Map(cells), context);
  const tables = [...rows].map(([table, count]) => ({ table, rows: count }));
  const zip = zipSync(Object.fromEntries([...folder].map(([name, text]) => [name, strToU8(text)])));
  return { faults, faultCount, remarks, tables, zip: faults.length > 0 ? null : Buffer.from(zip).toString('base64') };
}
