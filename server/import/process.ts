import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { today } from '../core/clock.ts';
import { initializeHelperProcess } from '../core/helper-process.ts';
import { sessionTimeZoneParameter } from '../database/database.ts';
import { createPostgresClient } from '../database/postgres-client.ts';
import { unlimitedTimeouts } from '../database/time-limits.ts';
import { countFaultsByFile, groupFaults } from './faults.ts';
import { type ImportOptions, type ImportProgress, type ImportResult, importFolder } from './import.ts';
import { describeJobFailure, type JobFailureMessage } from './job-failure.ts';
import {
  type ImportJob,
  isDemoUniversity,
  markJobDone,
  markJobFailed,
  markJobStopped,
  publishImportJobChange,
  readBackendPid,
  readImportJob,
  storeCheckResult,
  storeJobProgress,
  storeUndoResult,
  terminateConnection,
} from './jobs.ts';
import { confirmableFaultCodes } from './mass-changes.ts';
import { createImportReport, type ImportFault, listUnknownFileNames } from './report.ts';
import { countRunChanges } from './runs.ts';
import { undoStoredImport } from './undo.ts';
import { unpackArchives } from './unzip.ts';

/**
 * The process of one job of the room of data: checks a folder, loads it, or undoes a stored import, all by the importer
 * that the command uses. The job's row holds what it is to do and what came of it.
 */
const { DATABASE_URL = '', IMPORT_JOB, IMPORT_FOLDER = '', TIME_ZONE = 'UTC', DATA_DIR } = process.env;
const id = Number(IMPORT_JOB);
const beat = 700;
const tables = join(IMPORT_FOLDER, 'tables');
const list = join(IMPORT_FOLDER, 'passwords.html');
const connection = { ...unlimitedTimeouts, ...sessionTimeZoneParameter(TIME_ZONE) };
const options = { connection, onnotice: () => undefined, max_lifetime: null };
/** The work has one connection; another says how far it is. */
const work = createPostgresClient(DATABASE_URL, { ...options, max: 1 });
const aside = createPostgresClient(DATABASE_URL, { ...options, max: 1 });

/** The steps of a run with the part of the whole at which each begins. */
const beginnings = { read: 0, check: 10, write: 20, photos: 85, remove: 90 } as const;
let present = { step: 'read', file: '', percent: 0 };
let written = 0;
let all = 1;
/** The end of the job that a person asked for; it ends the process. */
const stopRequest: { done?: Promise<void> } = {};

initializeHelperProcess(async () => await markJobFailed(aside, id, 'ended'));
let pid = 0;
let beating: NodeJS.Timeout | undefined;
try {
  pid = await readBackendPid(work);
  beating = setInterval(() => void pulse().catch(() => undefined), beat);
  const job = await readImportJob(aside, id);
  if (job?.kind === 'undo') await undo(job);
  else if (job?.state === 'checking') await check(job);
  else if (job) await load(job);
} catch (failure) {
  // Stopping cuts the connection of the work, and says itself what became of the job.
  await stopRequest.done?.catch(() => undefined);
  // The parent ends the job: the database may be what this process lost.
  await sendToParent(describeJobFailure(failure));
} finally {
  clearInterval(beating);
  await publishImportJobChange(aside).catch(() => undefined);
  await Promise.all([work.end({ timeout: 5 }), aside.end({ timeout: 5 })]);
  process.disconnect?.();
}

function sendToParent(message: JobFailureMessage): Promise<void> {
  return new Promise((sent) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => sent());
    else sent();
  });
}

function note({ step, file, rows }: ImportProgress): void {
  if (step === 'check') all = Math.max(rows, 1);
  const from = beginnings[step];
  const part = step === 'write' ? (written / all) * (beginnings.photos - from) : 0;
  if (step === 'write') written += rows;
  present = { step, file, percent: Math.min(99, Math.round(from + part)) };
}

async function pulse(): Promise<void> {
  if (await storeJobProgress(aside, id, present)) {
    clearInterval(beating);
    stopRequest.done ??= stop();
    return await stopRequest.done;
  }
  await publishImportJobChange(aside);
}

async function stop(): Promise<void> {
  await terminateConnection(aside, pid);
  await markJobStopped(aside, id);
  await publishImportJobChange(aside);
  process.exit(0);
}

async function run(one: ImportJob, more: Partial<ImportOptions>): Promise<ImportResult> {
  written = 0;
  return await importFolder({
    sql: work,
    ...(DATA_DIR && { dataDir: DATA_DIR }),
    folder: tables,
    today: today(TIME_ZONE),
    demo: await isDemoUniversity(aside),
    allowRemoving: one.allowed,
    tellNobody: one.silent,
    by: one.by,
    withDifferences: true,
    onProgress: note,
    ...more,
  });
}

/**
 * A problem as whoever reads the job on a screen sees it: without the server's path; that there was no room for the list
 * is no fault of the files, and does not keep them from being loaded once there is.
 */
function forScreen(problem: ImportFault): ImportFault {
  if (problem.values.path !== list) return problem;
  const warning = problem.warning || problem.code === 'passwords.noRoom';
  return { ...problem, warning, values: { ...problem.values, path: basename(list) } };
}

/** Stores the result of a check, which then waits for a person to decide. */
async function keep(result: ImportResult, broken: readonly string[], goesOn = false): Promise<boolean> {
  const report = createImportReport('ru');
  for (const file of broken) report.error('file.notZip', { file });
  const problems = [...report.problems, ...result.problems, ...result.warnings].map(forScreen);
  const isMuch = ({ code }: (typeof problems)[number]) => confirmableFaultCodes.has(code);
  const needs = problems.filter(isMuch).map(({ values: { table, count, total } }) => ({
    table: String(table),
    count: Number(count),
    total: Number(total),
  }));
  const others = problems.filter((one) => !isMuch(one));
  // Fails when no known table was loaded: the files of a program's export may have been renamed.
  const loads =
    goesOn && needs.length === 0 && others.every(({ warning }) => warning) && listUnknownFileNames(others).length === 0;
  const { figures = [], differences = [] } = result.found ?? {};
  const [faults, files] = [groupFaults(others, result.raw), countFaultsByFile(others, result.raw)];
  await storeCheckResult(aside, id, { faults, files, figures, differences, needs, affected: result.affected }, loads);
  return loads;
}

async function check(one: ImportJob): Promise<void> {
  const broken = await unpackArchives(tables);
  const result = await run(one, { dryRun: true });
  if (await keep(result, broken, one.isPushed)) await load(one);
}

async function load(one: ImportJob): Promise<void> {
  let isOver = false;
  const result = await run(one, {
    passwords: list,
    onStored: async (db, stored, newAccounts) => {
      await markJobDone(db, id, { run: stored, counted: newAccounts, hasList: newAccounts > 0 });
      isOver = true;
    },
  });
  if (!isOver || !result.written) await keep(result, []);
  else await rm(tables, { recursive: true, force: true });
}

async function undo(one: ImportJob): Promise<void> {
  const kept = (problems: readonly ImportFault[]) => groupFaults(problems, { files: new Map(), photos: new Map() });
  present = { step: 'undo', file: '', percent: 0 };
  const figures = await countRunChanges(work, one.run ?? 0);
  const { undone, problems, left, rows, run } = await undoStoredImport({
    sql: work,
    run: one.run ?? 0,
    tables: one.tables,
    today: today(TIME_ZONE),
    dryRun: one.trial,
    by: one.by,
    onProgress: (progress) => {
      present = { ...progress };
    },
    onStored: async (db, stored) => {
      await markJobDone(db, id, { run: stored.run, counted: stored.rows, hasList: false, faults: kept(stored.left) });
    },
  });
  if (run !== null) return;
  const faults = kept(undone ? left : problems);
  await storeUndoResult(aside, id, { counted: rows, faults, figures, state: undone ? 'done' : 'failed' });
}
