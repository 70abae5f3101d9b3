import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { massChangeKinds, shorterFileKey } from '@bilim/contract/data-limits.ts';
import { today } from '../core/clock.ts';
import { StartupError } from '../core/startup-error.ts';
import { type Language, wireLanguages } from '../core/translations.ts';
import { runCommandLine, withDatabase } from '../database/command.ts';
import { initializeSettings } from '../settings.ts';
import { type ImportOptions, type ImportProgress, type ImportResult, importFolder } from './import.ts';
import { formatImportText } from './import-texts.ts';
import { toSignInAddress } from './passwords.ts';
import { formatReportCsv, formatReportLines, listUnknownFileNames } from './report.ts';
import { importUndoDays, readStoredRuns, type StoredRun } from './runs.ts';
import { importTables } from './tables.ts';
import type { RemovalLimits } from './threshold.ts';
import { type UndoResult, undoStoredImport } from './undo.ts';

const usage = `Usage: npm run import -- FOLDER [options]
       npm run import -- --recipe NAME_OR_FILE --from FILE [MORE FILES] [options]
       npm run import -- --list
       npm run import -- --undo RUN [--table NAME] [--dry-run] [--tell-nobody]
  --recipe NAME      make the folder from sheets of your own: students, timetable, a saved recipe or a file of one
  --from FILE        the sheet (CSV or XLSX), for --recipe; more may follow
  --dry-run          check everything and show what would change, write nothing
  --passwords FILE   where the list of first passwords goes (.csv, or .html for printing); needed for new people
  --allow-removing TABLE=N  let so many rows vanish from a table, as the dry run told them; may be given several times
  --allow-changing KIND=N   let so many values of a kind change, as the dry run told them; may be given several times
  --allow-shorter TABLE=N   let a file have so many rows fewer than at the load before; may be given several times
  --add-only         let nothing vanish: only add and change rows
  --tell-nobody      tell nobody that the timetable or groups have changed
  --accept-warnings  do not tell the warnings of this run again
  --list             instead of importing: the imports of the last 30 days
  --undo RUN         instead of importing: take an import back
  --table NAME       with --undo: only this table of it; may be given several times
  --lang ru|kg|en    language of the messages (ru)
  --demo             the folder is an invented university made by npm run demo`;
/** More would scroll the first ones away; the file has them all. */
const maxLines = 60;

interface Options {
  folder: string;
  /** Recipe by name or file, and the foreign sheets; null: the folder holds tables. */
  recipe: { name: string; from: string[] } | null;
  /** Import that is undone instead; null: none. */
  undo: number | null;
  /** Only these tables of the import that is undone; null: all. */
  tables: readonly string[] | null;
  /** Show the stored imports instead. */
  list: boolean;
  dryRun: boolean;
  addOnly: boolean;
  suppressWarnings: boolean;
  tellNobody: boolean;
  allowRemoving: RemovalLimits;
  demo: boolean;
  passwords: string | undefined;
  language: Language;
}

function readOptions(): Options {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': flag,
      'add-only': flag,
      'accept-warnings': flag,
      'tell-nobody': flag,
      'allow-removing': { type: 'string', multiple: true, default: [] },
      'allow-changing': { type: 'string', multiple: true, default: [] },
      'allow-shorter': { type: 'string', multiple: true, default: [] },
      list: flag,
      recipe: { type: 'string' },
      from: { type: 'string', multiple: true, default: [] },
      undo: { type: 'string' },
      table: { type: 'string', multiple: true },
      demo: flag,
      passwords: { type: 'string' },
      lang: { type: 'string', default: 'ru' },
    },
  });
  const language = wireLanguages.find((candidate) => candidate === values.lang);
  const recipe = values.recipe === undefined ? null : { name: values.recipe, from: [...values.from, ...positionals] };
  const [folder, ...others] = recipe ? [] : positionals;
  const { 'dry-run': dryRun, list, demo } = values;
  const undo = values.undo === undefined ? null : Number(values.undo);
  const instead = [list, undo !== null, recipe?.from.length].filter(Boolean).length;
  const isComplete = instead === 0 ? folder !== undefined && !recipe : instead === 1 && folder === undefined;
  const foreign = list ? unlike(values, ['list', 'lang']) : undo !== null ? unlike(values, optionsOfUndo) : undefined;
  if (foreign) throw new StartupError(`--${list ? 'list' : 'undo'} takes no --${foreign}.\n${usage}`);
  const tableNames = importTables.map(({ file }) => file);
  const shorter = readAllowed('allow-shorter', values['allow-shorter'], tableNames);
  const allowRemoving = {
    ...readAllowed('allow-removing', values['allow-removing'], tableNames),
    ...readAllowed('allow-changing', values['allow-changing'], massChangeKinds),
    ...Object.fromEntries(Object.entries(shorter).map(([table, count]) => [shorterFileKey(table), count])),
  };
  const isStray = values.table !== undefined && undo === null;
  if (!isComplete || isStray || others.length > 0 || !language || (undo !== null && !Number.isSafeInteger(undo)))
    throw new StartupError(usage);
  return {
    folder: resolve(folder ?? ''),
    recipe,
    undo,
    tables: values.table ?? null,
    list,
    dryRun,
    addOnly: values['add-only'],
    suppressWarnings: values['accept-warnings'],
    tellNobody: values['tell-nobody'],
    allowRemoving,
    demo,
    passwords: values.passwords === undefined ? undefined : resolve(values.passwords),
    language,
  };
}

const optionsOfUndo = ['undo', 'table', 'dry-run', 'tell-nobody', 'lang'];

/** An option that was given and is none of these: one that falls would make another thing of what was asked for. */
const unlike = (values: object, known: readonly string[]): string | undefined =>
  Object.entries(values).find(
    ([name, value]) => !known.includes(name) && value !== undefined && value !== false && String(value) !== '',
  )?.[0];

/** `lessons=3840` and so on. */
function readAllowed(option: string, counts: readonly string[], names: readonly string[]): RemovalLimits {
  return Object.fromEntries(
    counts.map((text) => {
      const [, file = '', count] = /^(\w+)=(\d+)$/.exec(text) ?? [];
      if (!names.includes(file))
        throw new StartupError(`--${option} ${text} is not known: give NAME=N with one of ${names.join(', ')}.`);
      return [file, Number(count)];
    }),
  );
}

async function run(): Promise<void> {
  const chosen = readOptions();
  const settings = initializeSettings();
  const day = today(settings.timeZone);
  // Only an import may create a university: the other commands need an existing one, and DATA_DIR may be misspelt.
  const mustExist = chosen.list || chosen.undo !== null;
  if (!mustExist && !chosen.recipe && !existsSync(chosen.folder))
    throw new StartupError(formatImportText('folder.missing', chosen.language, { folder: chosen.folder }));
  await withDatabase(settings, { mustExist, schema: 'newest', isTrial: chosen.dryRun }, async (sql, dataDir) => {
    if (chosen.list) {
      showRuns(await readStoredRuns(sql), chosen.language);
      return;
    }
    if (chosen.undo !== null) {
      const { undo: run, tables, language, dryRun, tellNobody } = chosen;
      showUndo(await undoStoredImport({ sql, run, tables, today: day, language, dryRun, tellNobody }), chosen);
      return;
    }
    const options = {
      ...chosen,
      sql,
      dataDir,
      today: day,
      address: toSignInAddress(settings),
      onProgress: progressLine(chosen.language),
    };
    const result = await (options.recipe ? byRecipe(options.recipe, options) : importFolder(options));
    clearLine();
    await show(result, options, join(settings.dataDir, 'imports'));
  });
}

/** Recipes have a library of schemas, half of what the command would load for a folder of tables. */
async function byRecipe(recipe: NonNullable<Options['recipe']>, options: ImportOptions): Promise<ImportResult> {
  const { importByRecipe } = await import('./recipe-import.ts');
  return await importByRecipe(recipe, options);
}

/** One line that is written over; without a terminal, a line for each big step. */
function progressLine(language: Language): (step: ImportProgress) => void {
  return ({ step, file, rows }) => {
    const text = formatImportText(`step.${step}`, language, { file, rows });
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${text}`);
    else if (step !== 'write' || rows >= 1000) console.log(text);
  };
}

function clearLine(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
}

function showRuns(runs: readonly StoredRun[], language: Language): void {
  if (runs.length === 0) console.log(formatImportText('runs.none', language));
  for (const { id, at, files, changes, undoneAt, undoes } of runs) {
    const sum = (kind: 'added' | 'changed' | 'closed') => changes.reduce((total, change) => total + change[kind], 0);
    const undone = undoneAt === null ? '' : `, ${formatImportText('runs.undone', language)} ${undoneAt}`;
    console.log(`${id}: ${at}, +${sum('added')}, ~${sum('changed')}, -${sum('closed')}${undone}`);
    if (undoes !== null) console.log(`  ${formatImportText('runs.undoes', language, { run: undoes })}`);
    else
      console.log(`  ${files.map(({ name, rows, sha256 }) => `${name} (${rows}, ${sha256.slice(0, 12)})`).join(', ')}`);
  }
}

function showUndo({ undone, problems, left, rows, kept, run }: UndoResult, { language, dryRun }: Options): void {
  for (const line of formatReportLines(undone ? left : problems, language)) console.log(line);
  if (undone) console.log(formatImportText(dryRun ? 'undo.dry' : 'undo.done', language, { rows, left: kept }));
  if (undone && dryRun) return;
  if (run !== null) console.log(formatImportText('undo.run', language, { run, days: importUndoDays }));
  else process.exitCode = 1;
}

/** Everything went well but for the report, which could not be kept: what was asked for is done all the same. */
const reportNotStoredCode = 3;

/** Written, or a trial went well, but something in the folder is no table: an export under another name is not green. */
const notRecognised = 4;

async function show(result: ImportResult, options: Options, reports: string): Promise<void> {
  const { language } = options;
  const all = [...result.problems, ...result.warnings];
  for (const line of formatReportLines(all, language, maxLines)) console.log(line);
  // What came of it is said before anything else can fail.
  showResult(result, options);
  const unknown = listUnknownFileNames(result.warnings);
  if (result.problems.length > 0) process.exitCode = 1;
  // Accepted by this very run, or by an earlier one, they are expected.
  else if (unknown.length > 0 && !(result.written && options.suppressWarnings)) {
    process.exitCode = notRecognised;
    console.log(formatImportText('result.unknown', language, { files: unknown.join(', ') }));
  }
  if (all.length === 0) return;
  // Never into the folder itself: it belongs to the registrar.
  const path = join(reports, 'problems.csv');
  try {
    await mkdir(reports, { recursive: true, mode: 0o700 });
    await writeFile(path, formatReportCsv(all), { mode: 0o600 });
    console.log(formatImportText('result.reportFile', language, { path }));
  } catch (failure) {
    const reason = (failure as NodeJS.ErrnoException).code ?? String(failure);
    console.log(formatImportText('result.reportNotKept', language, { path, reason }));
    process.exitCode ??= reportNotStoredCode;
  }
}

function showResult(result: ImportResult, { dryRun, passwords, tellNobody, language }: Options): void {
  const translate = (code: Parameters<typeof formatImportText>[0], values: Record<string, string | number> = {}) =>
    console.log(formatImportText(code, language, values));
  if (result.affected > 0)
    translate(tellNobody ? 'result.noneNotified' : 'result.notified', { count: result.affected });
  if (result.suppressed > 0) translate('result.suppressed', { count: result.suppressed });
  if (result.problems.length > 0) {
    translate('result.refused', { count: result.problems.length });
    return;
  }
  const changes = result.changes.filter(({ added, changed, closed, kept }) => added + changed + closed + kept > 0);
  if (changes.length > 0) translate('result.head');
  for (const { file, rows, added, changed, closed, kept } of changes) {
    console.log(`  ${file}: ${rows}, +${added}, ~${changed}, -${closed}, =${kept}`);
  }
  if (changes.length === 0) translate('result.nothing');
  if (dryRun) translate('result.dry');
  else if (changes.length > 0) translate('result.written');
  if (result.run !== null && changes.length > 0) translate('result.run', { run: result.run, days: importUndoDays });
  if (result.written && passwords && result.newAccounts > 0) {
    translate('result.passwords', { count: result.newAccounts, path: passwords });
  }
}

await runCommandLine(usage, () => run().finally(clearLine));
