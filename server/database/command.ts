import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { findOwnershipFault } from '../core/folder-owner.ts';
import { setOwnerOnlyUmask } from '../core/owner-only.ts';
import { isDatabaseFailure, toRefusal } from '../core/refusal.ts';
import { StartupError, startupErrorMessage } from '../core/startup-error.ts';
import type { Settings } from '../settings.ts';
import { sessionTimeZoneParameter } from './database.ts';
import { findRunningPostgresAddress, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { FolderInUseError } from './embedded/folder-lock.ts';
import { checkExternalPostgres } from './external-postgres.ts';
import { checkSchema, migrate, schemaFolder } from './migrate.ts';
import { createPostgresClient } from './postgres-client.ts';
import { unlimitedTimeouts } from './time-limits.ts';

const silent = { info: () => undefined, warn: () => undefined };
/** Milliseconds in which a portal that has the data folder has its database running. */
const patience = 60_000;
const look = 200;
/** Milliseconds in which work that lost its connection ends by itself. */
const reportTimeoutMs = 2_000;
/** How a shell learns which signal ended a program: 128 and the signal's number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The university's database, opened for a command of the operator. */
interface Opened {
  readonly url: string;
  /** A portal, or another command, runs the database; it stays when this command ends. */
  readonly isRunElsewhere: boolean;
  stop(): Promise<void>;
}

/** What a command wants of the database. */
export interface CommandRequirements {
  /** The database has to be there already. */
  readonly mustExist?: boolean;
  /** `newest`: the database is brought to this release's schema before; `any`: the command takes it as it is. */
  readonly schema: 'newest' | 'any';
  /** No portal may run on it. */
  readonly alone?: boolean;
  /** Nothing that it writes will stay: where there is no embedded database yet, one in a temporary folder serves. */
  readonly isTrial?: boolean;
}

/**
 * Runs a program of the command line. What went wrong is one sentence on the screen and exit code 1; only a mistake of
 * ours shows where it happened. With --help it says how the program is used instead.
 */
export async function runCommandLine(usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  const end = (failure: unknown) => {
    const isForPeople = failure instanceof StartupError || (failure instanceof Error && 'code' in failure);
    console.error(isForPeople ? startupErrorMessage(failure) : failure);
    process.exitCode = 1;
  };
  // The driver emits an error event for a lost connection also when no statement is outstanding; those that are get it too.
  process.on('unhandledRejection', (failure) => {
    if (!isDatabaseFailure(failure)) throw failure;
  });
  setOwnerOnlyUmask();
  await work().catch(end);
}

/**
 * Opens the database of the settings, also the one that a running portal runs, and gives it to `work` with the data folder
 * that belongs to it.
 * @throws StartupError when it cannot be opened, or was stopped while the command worked
 */
export async function withDatabase<T>(
  settings: Settings,
  { isTrial = false, mustExist = false, ...others }: CommandRequirements,
  work: (sql: postgres.Sql, dataDir: string) => Promise<T>,
): Promise<T> {
  const closed = await findOwnershipFault(settings.dataDir);
  if (closed) throw new StartupError(closed);
  const hasDatabase = settings.databaseUrl !== null || existsSync(join(settings.dataDir, 'database'));
  if (mustExist && !hasDatabase)
    throw new StartupError(`There is no database in ${settings.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const temporary = isTrial && !hasDatabase ? await mkdtemp(join(tmpdir(), 'bilim-trial-')) : null;
  const stopListening = exitOnSignals(temporary);
  const dataDir = temporary ?? settings.dataDir;
  try {
    return await useDatabase({ ...settings, dataDir }, others, (sql) => work(sql, dataDir));
  } finally {
    stopListening();
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
  }
}

/** Without an exit in order, a signal would leave the database, which runs in a group of its own, and the temporary folder. */
function exitOnSignals(temporary: string | null): () => void {
  const exit = (signal: keyof typeof exitCodes) => {
    // Added last: the database was asked to end by then.
    if (temporary !== null)
      process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 20 }));
    process.exit(exitCodes[signal]);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}

async function useDatabase<T>(
  settings: Settings,
  { schema, alone = false }: Pick<CommandRequirements, 'schema' | 'alone'>,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const opened = await open(settings, alone);
  let isWorking = true;
  let hasLost = false;
  const sql = createPostgresClient(opened.url, {
    max: 4,
    connection: { ...unlimitedTimeouts, ...sessionTimeZoneParameter(settings.timeZone) },
    onnotice: () => undefined,
    // A connection that ends by itself could not be distinguished from one that broke.
    max_lifetime: null,
    onclose: () => {
      if (!isWorking) return;
      hasLost = true;
      // The driver does not notify everybody who waits for an answer.
      setTimeout(whenLost, reportTimeoutMs).unref();
    },
  });
  // The driver writes to the socket of a lost connection once more, where nobody can catch it (porsager/postgres 1133).
  const whenLost = () => {
    if (isWorking) whenThrown(null);
  };
  const whenThrown = (failure: unknown) => {
    console.error(hasLost ? lostSentence(opened.isRunElsewhere) : failure);
    process.exit(1);
  };
  process.on('uncaughtException', whenThrown);
  try {
    // A portal that runs must not find another schema under its feet.
    if (schema === 'newest') await (opened.isRunElsewhere ? checkSchema : migrate)(sql, schemaFolder);
    return await work(sql);
  } catch (failure) {
    throw isLost(failure) ? new StartupError(lostSentence(opened.isRunElsewhere)) : failure;
  } finally {
    isWorking = false;
    await sql.end({ timeout: 5 }).catch(() => undefined);
    await opened.stop();
    process.off('uncaughtException', whenThrown);
  }
}

const isLost = (failure: unknown) =>
  !(failure instanceof StartupError) && toRefusal(failure).code === 'call.unavailable';

const lostSentence = (isRunElsewhere: boolean) =>
  isRunElsewhere
    ? 'The portal was stopped meanwhile, and its database with it. What this command had begun was undone: start it again, the portal may run or not.'
    : 'The connection to the database was lost. What this command had begun was undone: start it again when the database is there.';

async function open(settings: Settings, alone: boolean): Promise<Opened> {
  const { dataDir } = settings;
  if (settings.databaseUrl !== null) {
    await checkExternalPostgres(settings.databaseUrl);
    return { url: settings.databaseUrl, isRunElsewhere: false, stop: async () => undefined };
  }
  // Whoever has the folder may only just be starting, or be ending.
  for (const until = performance.now() + patience; ; await wait(look)) {
    try {
      const embedded = await startEmbeddedPostgres({ dataDir, log: silent });
      return { url: embedded.url, isRunElsewhere: false, stop: embedded.stop };
    } catch (failure) {
      if (alone || !(failure instanceof FolderInUseError)) throw failure;
      const url = findRunningPostgresAddress(dataDir);
      if (url !== null && (await answers(url))) return { url, isRunElsewhere: true, stop: async () => undefined };
      if (performance.now() > until)
        throw new StartupError(
          `Another process has the data folder ${dataDir}, but its database does not answer: see database.log there.`,
        );
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = createPostgresClient(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
