import { rm } from 'node:fs/promises';
import postgres, { type Sql } from 'postgres';
import { setAuditActor } from '../auth/audit.ts';
import type { PinHasher } from '../auth/pins.ts';
import type { Language } from '../core/translations.ts';
import { liftTimeLimits } from '../database/time-limits.ts';
import { collectAffectedPeople } from '../notices/affected.queries.ts';
import { storeImportNotices } from '../notices/import-notices.queries.ts';
import { importLockKey } from '../university/imports.queries.ts';
import { checkCells } from './check.ts';
import { type DifferenceCounts, findDifferences, type RowDifference } from './differences.ts';
import {
  checkGrantedPermissions,
  checkPrivilegedAccounts,
  checkTokenTables,
  checkWithdrawnPermissions,
  type ImportCaller,
  insertImportAuditEntry,
  readAccountsBeforeImport,
} from './importer.ts';
import { reportManualChanges, skipManualStreams } from './manual-changes.ts';
import { checkMassChanges } from './mass-changes.ts';
import { readMergedAccounts } from './merged-accounts.ts';
import { reportMissingStudents } from './missing-students.ts';
import {
  checkPasswordListPath,
  type FirstPasswordRow,
  toPasswordListErrorCode,
  writePasswordList,
} from './passwords.ts';
import { addPasswordListPlaces, closeRemovedPeople, reportStudentsWithoutGroup, writePeople } from './people.ts';
import { writePhotos } from './photos.ts';
import { prepareImportPinHasher } from './pins.ts';
import { keepPortalValues } from './portal-values.ts';
import { type RawFolder, readFolder } from './read.ts';
import type { ParsedFiles, ReadKnownKeys } from './read-file.ts';
import { createImportReport, type ImportFault, type ImportReport } from './report.ts';
import { checkCrossRowRules } from './rules.ts';
import { notifyAllAffectedPeople, storeRun } from './runs.ts';
import { extractScope, type ImportScope } from './scope.ts';
import { checkSeatsAgainstPortal, lockSeats, recountSeats } from './seats.ts';
import { reportShorterFiles } from './shorter-files.ts';
import { copyTablesBeforeImport, type SnapshotTableDescription } from './snapshots.ts';
import { type ImportConnection, readDatabaseKeys, resolveReferences, stageFile } from './stage.ts';
import { filterSuppressedWarnings, suppressWarnings } from './suppressed-warnings.ts';
import { checkRemovalLimits, countRemovableRows, type RemovalLimits } from './threshold.ts';
import { reportOtherGroupMembers, reportValuesInUse } from './unique-checks.ts';
import { createFileChangeCounts, type FileChangeCounts, removeMissingRows, writeTable } from './write.ts';

export interface ImportOptions {
  sql: Sql;
  /** The folder of tables. */
  folder: string;
  /** The portal's data folder, which has the key of personal numbers; needed where a file brings some. */
  dataDir?: string;
  /** The university's day, YYYY-MM-DD: from it on vanished people and memberships are ended. */
  today: string;
  /** Do everything, report what would change, and take it back. */
  dryRun?: boolean;
  /** Nothing vanishes: rows are only added and changed. */
  addOnly?: boolean;
  /** Rows that may vanish, by the name of the file, and values that may change, by their kind, as a dry run has reported them. */
  allowRemoving?: RemovalLimits;
  /** Do not show the warnings of this run again. */
  suppressWarnings?: boolean;
  /** Tell nobody that the timetable or a group has changed. */
  tellNobody?: boolean;
  /** File for the printable list of first passwords; needed when new accounts get one, except in a demo. */
  passwords?: string;
  /** Where people sign in, for that list; null where the settings do not say. */
  address?: string | null;
  /** The folder is an invented university: known passwords may be in it. */
  demo?: boolean;
  /** Language of the sentences; Russian when left out. */
  language?: Language;
  /** Called when a step begins. */
  onProgress?: (step: ImportProgress) => void;
  /** Who imports on a screen or by a program; left out: whoever may run commands on the server. */
  by?: ImportCaller;
  /** Find out what is done row by row. */
  withDifferences?: boolean;
  /** Called inside the transaction when everything is stored: what it writes is there with the import or not at all. */
  onStored?: (db: ImportConnection, run: number, newAccounts: number) => Promise<void>;
}

export interface ImportProgress {
  step: 'read' | 'check' | 'write' | 'photos' | 'remove';
  /** Name of the table, or empty. */
  file: string;
  rows: number;
}

export interface ImportResult {
  /** Whether the database now holds the folder. */
  written: boolean;
  /** What stopped the import; empty when it went through. */
  problems: ImportFault[];
  warnings: ImportFault[];
  /** Warnings that somebody suppressed before; they are not reported. */
  suppressed: number;
  /** Number under which the run is stored and can be undone; null when nothing was written. */
  run: number | null;
  /** What was (in a dry run: would be) added, changed and closed, a line a file. */
  changes: FileChangeCounts[];
  /** New accounts with a first password. */
  newAccounts: number;
  /** People whom changes of the timetable and of groups concern. */
  affected: number;
  /** What was read, for showing the rows that are wrong. */
  raw: RawFolder;
  /** What was done (or would be) row by row, when it was asked for and came so far. */
  found: { figures: DifferenceCounts[]; differences: RowDifference[] } | null;
}

/** Ends the transaction without an error of the database. */
class Rollback extends Error {}

/** What the steps of one run share. */
interface Run {
  options: ImportOptions;
  report: ImportReport;
  raw: RawFolder;
  /** The files that were read, without the one that names the scope. */
  files: ParsedFiles;
  scope: ImportScope;
  /** How personal numbers are hashed; null: no file brings one. */
  pins: PinHasher | null;
  changes: Map<string, FileChangeCounts>;
  /** First passwords of new accounts. */
  list: FirstPasswordRow[];
  affected: number;
  found: ImportResult['found'];
  onProgress: (step: ImportProgress) => void;
}

/**
 * Brings the database to what the folder says: everything is checked first, then written in one transaction or not at
 * all. Running it again with the same folder changes nothing. Files that are absent leave their tables alone.
 */
export async function importFolder(options: ImportOptions): Promise<ImportResult> {
  const onProgress = options.onProgress ?? (() => undefined);
  const report = createImportReport(options.language ?? 'ru');
  onProgress({ step: 'read', file: '', rows: 0 });
  const raw = await readFolder(options.folder, report);
  const run: Run = {
    options,
    report,
    raw,
    files: new Map(),
    scope: null,
    pins: null,
    changes: new Map(),
    list: [],
    affected: 0,
    found: null,
    onProgress,
  };
  let stored: number | null = null;
  let listFile: string | null = null;
  try {
    await options.sql.begin(async (db) => {
      await db`select pg_advisory_xact_lock(${importLockKey})`;
      await liftTimeLimits(db);
      await checkAll(db, run);
      stopOnErrors(report);
      const totals = await countRemovableRows(db, run.files, run.scope, options.today);
      const copied = await copyTablesBeforeImport(db, run.files);
      const before = options.by ? await readAccountsBeforeImport(db) : null;
      if (options.by) await setAuditActor(db, options.by);
      await writeAll(db, run);
      const has = (name: string) => copied.some(({ table }) => table === name);
      const changed = {
        timetable: has('lesson'),
        groups: has('group_membership'),
        streams: has('registration_class'),
      };
      run.affected = await collectAffectedPeople(db, options.today, changed);
      if (options.withDifferences) run.found = await findDifferences(db, run.files, run.changes);
      if (options.by && before) {
        await checkPrivilegedAccounts(db, options.by, { before, files: run.files }, report);
        await checkWithdrawnPermissions(db, options.by, run.files, report);
      }
      checkRemovalLimits(run.changes, totals, options.allowRemoving ?? {}, run.files, report);
      await checkMassChanges(db, run.files, options.allowRemoving ?? {}, report);
      await reportShorterFiles(db, run, options.allowRemoving ?? {}, report);
      stopOnErrors(report);
      if (options.dryRun) throw new Rollback();
      listFile = await handOutPasswords(db, run);
      stored = await remember(db, run, copied);
      const silent = options.tellNobody === true;
      await storeImportNotices(db, { run: stored, undoes: null, silent });
      await options.onStored?.(db, stored, run.list.length);
    });
  } catch (failure) {
    // The list names accounts that do not exist now.
    stored = null;
    if (listFile) await rm(listFile, { force: true });
    if (failure instanceof postgres.PostgresError) reportRefusal(failure, report);
    else if (!(failure instanceof Rollback)) throw failure;
  }
  if (stored === null && !options.dryRun)
    await insertImportAuditEntry(options.sql, 'import.refused', { faults: report.errorCount() }, options.by);
  const warnings = report.problems.filter((problem) => problem.warning);
  const { fresh, suppressed } = await filterSuppressedWarnings(options.sql, warnings, run.files);
  if (stored !== null) await notifyAllAffectedPeople(options.sql);
  if (options.suppressWarnings && stored !== null) await suppressWarnings(options.sql, fresh, run.files);
  return {
    written: stored !== null,
    run: stored,
    problems: report.problems.filter((problem) => !problem.warning),
    warnings: fresh,
    suppressed,
    changes: [...run.changes.values()],
    newAccounts: run.list.length,
    affected: run.affected,
    raw,
    found: run.found,
  };
}

function stopOnErrors(report: ImportReport): void {
  if (report.errorCount() > 0) throw new Rollback();
}

async function checkAll(db: ImportConnection, run: Run): Promise<void> {
  const { options, report, raw, onProgress } = run;
  onProgress({
    step: 'check',
    file: '',
    rows: [...raw.files.values()].reduce((sum, file) => sum + file.rows.length, 0),
  });
  const [university] = await db<{ demo: boolean }[]>`select demo from university`;
  if (university && university.demo !== (options.demo === true)) {
    report.error(university.demo ? 'demo.stillThere' : 'demo.intoReal');
    throw new Rollback();
  }
  const known = new Map<string, Set<string>>();
  const knownKeys = async (file: string) => {
    const keys = known.get(file) ?? (await readDatabaseKeys(db, file));
    known.set(file, keys);
    return keys;
  };
  if (options.by) checkTokenTables(options.by, raw, report);
  const allowed = { passwords: options.demo === true, merged: await readMergedAccounts(db) };
  run.files = await checkCells(raw, knownKeys, allowed, report);
  run.pins = await prepareImportPinHasher(db, run.files, options.dataDir);
  run.scope = extractScope(run.files, options.addOnly === true, report);
  checkCrossRowRules(run.files, report, options.today);
  await reportMissingStudents(db, run.files, run.scope, report);
  if (options.by) await checkGrantedPermissions(db, options.by, run.files, report);
  await checkPasswordList(run, knownKeys);
}

/** What would stop the import at its very end is said before the work: new people, and nowhere to put their passwords. */
async function checkPasswordList({ options, files, report }: Run, known: ReadKnownKeys): Promise<void> {
  if (options.demo || options.dryRun) return;
  let count = 0;
  for (const kind of ['teachers', 'students']) {
    const codes = await known(kind);
    count += files.get(kind)?.rows.filter(({ cells }) => cells.code && !codes.has(cells.code)).length ?? 0;
  }
  if (count === 0) return;
  if (options.passwords) await checkPasswordListPath(options.passwords, options.folder, report);
  else report.error('passwords.noList', {}, { count });
}

async function writeAll(db: ImportConnection, run: Run): Promise<void> {
  const { options, report, raw, files, scope, changes, list, onProgress } = run;
  const { today } = options;
  await lockSeats(db, files);
  for (const file of files.values()) {
    const { table, rows } = file;
    onProgress({ step: 'write', file: table.file, rows: rows.length });
    const change = createFileChangeCounts(table.file, rows.length);
    changes.set(table.file, change);
    await stageFile(db, file, run.pins);
    if (table.vanished === 'close') list.push(...(await writePeople(db, file, { change, scope }, report)));
    else {
      await resolveReferences(db, table);
      await keepPortalValues(db, table);
      await skipManualStreams(db, file, report);
      await checkSeatsAgainstPortal(db, file, report);
      await reportValuesInUse(db, file, report);
      await reportOtherGroupMembers(db, file, scope, report);
      stopOnErrors(report);
      await writeTable(db, table, change, { today, scope });
    }
    stopOnErrors(report);
  }
  for (const kind of ['teachers', 'students'] as const) {
    const change = changes.get(kind);
    if (change) await closeRemovedPeople(db, kind, change, { today, scope });
  }
  await reportStudentsWithoutGroup(db, files, today, report);
  onProgress({ step: 'photos', file: '', rows: raw.photos.size });
  await writePhotos(db, options.folder, raw.photos, changes, report);
  onProgress({ step: 'remove', file: '', rows: 0 });
  await removeMissingRows(db, files, scope, changes, report);
  await recountSeats(db, files, report);
  if (files.has('lessons')) await reportManualChanges(db, today, report);
  stopOnErrors(report);
}

/** Writes the printable list; returns its path, so that it can be taken back. */
async function handOutPasswords(db: ImportConnection, { options, report, list }: Run): Promise<string | null> {
  const { passwords, language = 'ru' } = options;
  if (!passwords || list.length === 0) return null;
  try {
    await writePasswordList(passwords, await addPasswordListPlaces(db, list), {
      language,
      address: options.address ?? null,
    });
  } catch (failure) {
    if (failure instanceof postgres.PostgresError) throw failure;
    report.error(toPasswordListErrorCode(failure), {}, { path: passwords });
    throw new Rollback();
  }
  return passwords;
}

/** Stores the run, leaves a line in the audit trail when anything changed, marks an invented university as such. */
async function remember(
  db: ImportConnection,
  { options, raw, changes }: Run,
  copied: readonly SnapshotTableDescription[],
): Promise<number> {
  if (options.demo) await db`update university set demo = true where not demo`;
  const done = [...changes.values()].filter(({ added, changed, closed }) => added + changed + closed > 0);
  const run = await storeRun(db, { raw, changes, copied, by: options.by, silent: options.tellNobody === true });
  if (done.length === 0) return run;
  const detail = Object.fromEntries(done.map(({ file, added, changed, closed }) => [file, { added, changed, closed }]));
  await insertImportAuditEntry(db, 'import', detail, options.by);
  return run;
}

/** The tables' own constraints are the last word; what they refuse has no row that we could name. */
function reportRefusal(failure: postgres.PostgresError, report: ImportReport): void {
  if (failure.constraint_name === 'student_id_fits_payment_code') report.error('student.idTooLarge');
  else if (failure.code.startsWith('23')) {
    report.error('database.refused', {}, { detail: failure.detail ?? failure.message });
  } else throw failure;
}
