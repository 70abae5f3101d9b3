import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type postgres from 'postgres';
import { CannotStart, startErrorMessage } from '../core/cannot-start.ts';
import { findWrongOwner } from '../core/folder-owner.ts';
import { writeForOwnerOnly } from '../core/owner-only.ts';
import { isDatabaseFailure, toRefusal } from '../core/refusal.ts';
import type { Settings } from '../settings.ts';
import { zoneOfSession } from './database.ts';
import { runningPostgresAddress, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { FolderInUse } from './embedded/folder-lock.ts';
import { checkExternalPostgres } from './external-postgres.ts';
import { checkSchema, migrate, schemaFolder } from './migrate.ts';
import { postgresClient } from './postgres-client.ts';
import { unlimitedSession } from './time-limits.ts';
import { findFolderBefore, removeNewContent } from './unused-cluster.ts';

const silent = { info: () => undefined, warn: () => undefined };
/** Milliseconds in which a portal that has the data folder has its database running. */
const patience = 60_000;
const look = 200;
/** Milliseconds in which work that lost its connection ends by itself. */
const tellsWithin = 2_000;

/** The university's database, opened for a command of the operator. */
interface Opened {
  readonly url: string;
  /** A portal, or another command, runs the database; it stays when this command ends. */
  readonly isBeside: boolean;
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
  /** Whether something was written: an embedded database that was made for this command and has nothing is removed again. */
  readonly hasWritten?: (sql: postgres.Sql) => Promise<boolean>;
}

/**
 * Runs a program of the command line. What went wrong is one sentence on the screen and exit code 1; only a mistake of
 * ours shows where it happened. With --help it says how the program is used instead.
 */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    return;
  }
  const end = (failure: unknown) => {
    const isForPeople = failure instanceof CannotStart || (failure instanceof Error && 'code' in failure);
    console.error(isForPeople ? startErrorMessage(failure) : failure);
    process.exitCode = 1;
  };
  // The driver may hear of a lost connection when nobody waits for an answer; whoever waits hears it too.
  process.on('unhandledRejection', (failure) => {
    if (!isDatabaseFailure(failure)) throw failure;
  });
  writeForOwnerOnly();
  await work().catch(end);
}

/**
 * Opens the database of the settings, also the one that a running portal runs, and gives it to `work`.
 * @throws CannotStart when it cannot be opened, or was stopped while the command worked
 */
export async function withDatabase<T>(
  settings: Settings,
  { mustExist = false, schema, alone = false, hasWritten }: CommandRequirements,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const closed = await findWrongOwner(settings.dataDir);
  if (closed) throw new CannotStart(closed);
  if (mustExist && settings.databaseUrl === null && !existsSync(join(settings.dataDir, 'database')))
    throw new CannotStart(`There is no database in ${settings.dataDir}: set DATA_DIR or DATABASE_URL.`);
  const before = hasWritten ? await findFolderBefore(settings) : null;
  const opened = await open(settings, alone);
  let isWorking = true;
  let hasLost = false;
  const sql = postgresClient(opened.url, {
    max: 4,
    connection: { ...unlimitedSession, ...zoneOfSession(settings.timeZone) },
    onnotice: () => undefined,
    // A connection that ends by itself could not be told from one that broke.
    max_lifetime: null,
    onclose: () => {
      if (!isWorking) return;
      hasLost = true;
      // The driver does not tell everybody who waits for an answer.
      setTimeout(whenLost, tellsWithin).unref();
    },
  });
  // The driver writes to the socket of a lost connection once more, where nobody can catch it (porsager/postgres 1133).
  const whenLost = () => {
    if (isWorking) whenThrown(null);
  };
  const whenThrown = (failure: unknown) => {
    console.error(hasLost ? lostSentence(opened.isBeside) : failure);
    process.exit(1);
  };
  process.on('uncaughtException', whenThrown);
  try {
    // A portal that runs must not find another schema under its feet.
    if (schema === 'newest') await (opened.isBeside ? checkSchema : migrate)(sql, schemaFolder);
    return await work(sql);
  } catch (failure) {
    throw isLost(failure) ? new CannotStart(lostSentence(opened.isBeside)) : failure;
  } finally {
    // What cannot be told stays.
    const isUnused = before && !opened.isBeside && (await hasWritten?.(sql).catch(() => true)) === false;
    isWorking = false;
    await sql.end({ timeout: 5 }).catch(() => undefined);
    await opened.stop();
    if (isUnused) await removeNewContent(before);
    process.off('uncaughtException', whenThrown);
  }
}

const isLost = (failure: unknown) =>
  !(failure instanceof CannotStart) && toRefusal(failure).code === 'call.unavailable';

const lostSentence = (isBeside: boolean) =>
  isBeside
    ? 'The portal was stopped meanwhile, and its database with it. What this command had begun was undone: start it again, the portal may run or not.'
    : 'The connection to the database was lost. What this command had begun was undone: start it again when the database is there.';

async function open(settings: Settings, alone: boolean): Promise<Opened> {
  if (settings.databaseUrl !== null) {
    await checkExternalPostgres(settings.databaseUrl);
    return { url: settings.databaseUrl, isBeside: false, stop: async () => undefined };
  }
  // Whoever has the folder may only just be starting, or be ending.
  for (const until = performance.now() + patience; ; await wait(look)) {
    try {
      const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: silent });
      return { url: embedded.url, isBeside: false, stop: embedded.stop };
    } catch (failure) {
      if (alone || !(failure instanceof FolderInUse)) throw failure;
      const url = runningPostgresAddress(settings.dataDir);
      if (url !== null && (await answers(url))) return { url, isBeside: true, stop: async () => undefined };
      if (performance.now() > until)
        throw new CannotStart(
          `Another process has the data folder ${settings.dataDir}, but its database does not answer: see database.log there.`,
        );
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = postgresClient(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}
