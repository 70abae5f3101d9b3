import { rm } from 'node:fs/promises';
import postgres, { type Sql } from 'postgres';
import { checkCells, type Files } from './check.ts';
import { type FirstPassword, writeList } from './passwords.ts';
import { closeVanished, countClosing, nameThePlaces, writePeople } from './people.ts';
import { writePhotos } from './photos.ts';
import { keepPortalValues } from './portal-values.ts';
import { type RawFolder, readFolder } from './read.ts';
import { openReport, type Problem, type Report } from './report.ts';
import { checkRules } from './rules.ts';
import { checkAgainstPortal, countSeats, holdSeats } from './seats.ts';
import type { Language } from './sentences.ts';
import { type Db, keysInDatabase, resolve, stage } from './stage.ts';
import { type Change, noChange, removeVanished, writeTable } from './write.ts';

export interface ImportOptions {
  sql: Sql;
  /** The folder of tables. */
  folder: string;
  /** The university's day, YYYY-MM-DD: from it on vanished people and memberships are ended. */
  today: string;
  /** Do everything, tell what would change, and take it back. */
  dryRun?: boolean;
  /** Go on though more than `closingShare` of the people would be closed. */
  allowClosing?: boolean;
  /** Share of the open people, 0 to 1, that may be closed without `allowClosing`; 0.1 when left out. */
  closingShare?: number;
  /** File for the printable list of first passwords; needed when new accounts get one, except in a demo. */
  passwords?: string;
  /** The folder is an invented university: known passwords may stand in it. */
  demo?: boolean;
  /** Language of the sentences; Russian when left out. */
  language?: Language;
  /** Called when a step begins. */
  onProgress?: (step: Progress) => void;
}

export interface Progress {
  step: 'read' | 'check' | 'write' | 'photos' | 'remove';
  /** Name of the table, or empty. */
  file: string;
  rows: number;
}

export interface ImportResult {
  /** Whether the database now holds the folder. */
  written: boolean;
  /** What stopped the import; empty when it went through. */
  problems: Problem[];
  warnings: Problem[];
  /** What was (in a dry run: would be) added, changed and closed, a line a file. */
  changes: Change[];
  /** New accounts with a first password. */
  newAccounts: number;
}

/** Any number that nothing else takes a lock on: two imports never run at once. */
const importLock = 7_203_314;

/** Ends the transaction without an error of the database. */
class TakeBack extends Error {}

/** What the steps of one run share. */
interface Run {
  options: ImportOptions;
  report: Report;
  raw: RawFolder;
  changes: Map<string, Change>;
  /** First passwords of new accounts. */
  list: FirstPassword[];
  tell: (step: Progress) => void;
}

/**
 * Brings the database to what the folder says: everything is checked first, then written in one transaction or not at
 * all. Running it again with the same folder changes nothing. Files that are absent leave their tables alone.
 */
export async function importFolder(options: ImportOptions): Promise<ImportResult> {
  const tell = options.onProgress ?? (() => undefined);
  const report = openReport(options.language ?? 'ru');
  tell({ step: 'read', file: '', rows: 0 });
  const raw = await readFolder(options.folder, report);
  const run: Run = { options, report, raw, changes: new Map(), list: [], tell };
  let written = false;
  let listFile: string | null = null;
  try {
    await options.sql.begin(async (db) => {
      await db`select pg_advisory_xact_lock(${importLock})`;
      await db`set local statement_timeout = 0`;
      await db`set local idle_in_transaction_session_timeout = 0`;
      const files = await checkAll(db, run);
      stopOnMistakes(report);
      await writeAll(db, files, run);
      if (options.dryRun) throw new TakeBack();
      listFile = await handOutPasswords(db, run);
      await remember(db, run);
    });
    written = true;
  } catch (failure) {
    // The list names accounts that do not exist now.
    if (listFile) await rm(listFile, { force: true });
    if (failure instanceof postgres.PostgresError) reportRefusal(failure, report);
    else if (!(failure instanceof TakeBack)) throw failure;
  }
  return {
    written,
    problems: report.problems.filter((problem) => !problem.warning),
    warnings: report.problems.filter((problem) => problem.warning),
    changes: [...run.changes.values()],
    newAccounts: run.list.length,
  };
}

function stopOnMistakes(report: Report): void {
  if (report.mistakes() > 0) throw new TakeBack();
}

async function checkAll(db: Db, { options, report, raw, tell }: Run): Promise<Files> {
  tell({ step: 'check', file: '', rows: [...raw.files.values()].reduce((sum, file) => sum + file.rows.length, 0) });
  const [university] = await db<{ demo: boolean }[]>`select demo from university`;
  if (university && university.demo !== (options.demo === true)) {
    report.mistake(university.demo ? 'demo.stillThere' : 'demo.intoReal');
    throw new TakeBack();
  }
  const known = new Map<string, Set<string>>();
  const knownKeys = async (file: string) => {
    const keys = known.get(file) ?? (await keysInDatabase(db, file));
    known.set(file, keys);
    return keys;
  };
  const files = await checkCells(raw, knownKeys, { passwords: options.demo === true }, report);
  checkRules(files, report);
  return files;
}

async function writeAll(db: Db, files: Files, run: Run): Promise<void> {
  const { options, report, raw, changes, list, tell } = run;
  await holdSeats(db, files);
  for (const file of files.values()) {
    const { table, rows } = file;
    tell({ step: 'write', file: table.file, rows: rows.length });
    const change = noChange(table.file, rows.length);
    changes.set(table.file, change);
    await stage(db, file);
    if (table.vanished === 'close') list.push(...(await writePeople(db, file, change, report)));
    else {
      await resolve(db, table);
      await keepPortalValues(db, table);
      await checkAgainstPortal(db, file, report);
      stopOnMistakes(report);
      await writeTable(db, table, change, options.today);
    }
    stopOnMistakes(report);
  }
  await reportClosing(db, files, run);
  if (list.length > 0 && !options.demo && !options.dryRun && !options.passwords) {
    report.mistake('passwords.noList', {}, { count: list.length });
  }
  stopOnMistakes(report);
  for (const kind of ['teachers', 'students'] as const) {
    const change = changes.get(kind);
    if (change) await closeVanished(db, kind, change, options.today);
  }
  tell({ step: 'photos', file: '', rows: raw.photos.size });
  await writePhotos(db, options.folder, raw.photos, changes, report);
  tell({ step: 'remove', file: '', rows: 0 });
  await removeVanished(db, files, changes, report);
  await countSeats(db, files, report);
  stopOnMistakes(report);
}

/** Stops when so many people vanished that the file is more likely incomplete than right. */
async function reportClosing(db: Db, files: Files, { options, report }: Run): Promise<void> {
  const share = options.closingShare ?? 0.1;
  let open = 0;
  let closing = 0;
  for (const kind of ['teachers', 'students'] as const) {
    if (!files.has(kind)) continue;
    const counts = await countClosing(db, kind);
    open += counts.open;
    closing += counts.closing;
  }
  if (!options.allowClosing && closing > open * share) {
    report.mistake('close.tooMany', {}, { closing, open, share: Math.round(share * 100) });
  }
}

/** Writes the printable list; returns its path, so that it can be taken back. */
async function handOutPasswords(db: Db, { options, report, list }: Run): Promise<string | null> {
  const { passwords, language = 'ru' } = options;
  if (!passwords || list.length === 0) return null;
  try {
    await writeList(passwords, await nameThePlaces(db, list), language);
  } catch (failure) {
    if (failure instanceof postgres.PostgresError) throw failure;
    report.mistake('passwords.cannotWrite', {}, { path: passwords });
    throw new TakeBack();
  }
  return passwords;
}

/** Leaves a line in the audit trail when anything changed; marks an invented university as such. */
async function remember(db: Db, { options, changes }: Run): Promise<void> {
  if (options.demo) await db`update university set demo = true where not demo`;
  const done = [...changes.values()].filter(({ added, changed, closed }) => added + changed + closed > 0);
  if (done.length === 0) return;
  const detail = Object.fromEntries(done.map(({ file, added, changed, closed }) => [file, { added, changed, closed }]));
  await db`insert into audit (action, detail) values ('import', ${JSON.stringify(detail)}::text::jsonb)`;
}

/** The tables' own constraints are the last word; what they refuse has no row that we could name. */
function reportRefusal(failure: postgres.PostgresError, report: Report): void {
  if (failure.constraint_name === 'student_id_fits_payment_code') report.mistake('student.idTooLarge');
  else if (failure.code.startsWith('23')) {
    report.mistake('database.refused', {}, { detail: failure.detail ?? failure.message });
  } else throw failure;
}
