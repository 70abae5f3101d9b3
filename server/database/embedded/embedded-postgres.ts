import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findOwnershipFault } from '../../core/folder-owner.ts';
import { StartupError } from '../../core/startup-error.ts';
import { callsRole } from '../calls-role.ts';
import { createPostgresClient } from '../postgres-client.ts';
import { lockFolder } from './folder-lock.ts';
import { chooseProgramRunner, findPrograms, type PostgresPrograms, type ProgramRunner } from './postgres-programs.ts';
import { clearOldPostmaster } from './postmaster.ts';
import { databaseName, portalRole, prepareRoles, superuserName } from './roles.ts';

/** A PostgreSQL that lives and dies with this process. */
export interface EmbeddedPostgres {
  /**
   * Address of the portal's database for the role that owns it and nothing else, password included; it stays the same
   * when the database had to be started again.
   */
  url: string;
  /** The same for the role that calls run as. */
  callsUrl: string;
  /** The same for the superuser, whose database is `postgres`: for tests and benchmarks that make databases. */
  adminUrl: string;
  /** Stops the database in order and gives the data folder back. */
  stop(): Promise<void>;
  /** Calls back each time the database ended without being asked; it is being started again by then. */
  onLost(callback: (sentence: string) => void): void;
}

/** Where a program of this kind writes what the operator should know; pino's logger fits. */
export interface OperatorLog {
  info(text: string): void;
  warn(text: string): void;
}

export interface EmbeddedPostgresOptions {
  /** Absolute path; the cluster lives in its folder `database`. */
  dataDir: string;
  log: OperatorLog;
  /** Most connections the database takes; 60 when left out. */
  connections?: number;
  /** False only for throw-away clusters of tests: nothing then survives a power cut, but writing is fast. */
  durable?: boolean;
}

/** Where the passwords of the roles lie, below the data folder. */
const superuserPassword = 'database-password';
const portalPassword = 'portal-password';
const callsPassword = 'calls-password';
const readyWithinMs = 120_000;
const longestPauseMs = 30_000;
const logLimitBytes = 10_000_000;

/**
 * Starts the PostgreSQL that comes with the portal on its own data folder, makes the cluster on the first start, and
 * keeps it running until `stop`.
 * @throws StartupError with one sentence: folder not writable or in use, root without a way out, wrong encoding ...
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // Before anything is made: root would give the database of another user to itself.
  const closed = await findOwnershipFault(options.dataDir);
  if (closed) throw new StartupError(closed);
  const dataDir = ensureWritableFolder(options.dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    const programs = findPrograms();
    const cluster = join(dataDir, 'database');
    const passwordFile = join(dataDir, superuserPassword);
    const runAs = chooseProgramRunner(dataDir, programs);
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(programs, runAs, cluster, passwordFile);
    checkVersion(programs, cluster);
    runAs.own(cluster);
    await clearOldPostmaster(cluster, (text) => options.log.info(text));

    const port = await freePort();
    const admin = readFileSync(passwordFile, 'utf8').trim();
    const adminUrl = (database: string) => `postgres://${superuserName}:${admin}@127.0.0.1:${port}/${database}`;
    const keeper = keepRunning({ programs, runAs, cluster, port, dataDir, options });
    try {
      await keeper.ready(adminUrl('postgres'));
      const calls = passwordIn(dataDir, callsPassword);
      await prepareRoles(adminUrl, { portal: passwordIn(dataDir, portalPassword), calls });
    } catch (failure) {
      await keeper.stop();
      throw failure;
    }
    return {
      url: portalUrl(dataDir, port),
      callsUrl: urlOf(callsRole, passwordIn(dataDir, callsPassword), port),
      adminUrl: adminUrl('postgres'),
      onLost: keeper.onLost,
      async stop() {
        await keeper.stop();
        await unlock();
      },
    };
  } catch (failure) {
    await unlock();
    throw failure;
  }
}

/**
 * Address of the database that another process runs on this data folder; null while there is none that could be asked.
 */
export function findRunningPostgresAddress(dataDir: string): string | null {
  try {
    const port = Number(readFileSync(join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[3]);
    return port > 0 && existsSync(join(dataDir, portalPassword)) ? portalUrl(dataDir, port) : null;
  } catch {
    return null;
  }
}

function portalUrl(dataDir: string, port: number): string {
  return urlOf(portalRole, passwordIn(dataDir, portalPassword), port);
}

const urlOf = (role: string, password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`;

/** The password of a role, made when there is none. */
function passwordIn(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  if (!existsSync(path)) writePassword(path);
  return readFileSync(path, 'utf8').trim();
}

function writePassword(path: string): void {
  writeFileSync(path, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** Makes the data folder and checks that it can be written to; gives its real path. Throws StartupError. */
export function ensureWritableFolder(path: string): string {
  try {
    makeFolders(path);
    const probe = join(path, `.write-test-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(path);
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? 'failed';
    throw new StartupError(
      `The data folder ${path} cannot be written to (${code}): give it to this user or set another DATA_DIR.`,
    );
  }
}

/** Makes what is missing of a path, each folder by itself: the recursive call never returns below /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

async function createCluster(
  programs: PostgresPrograms,
  runAs: ProgramRunner,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  // Made beside and renamed at the end, so that a start killed half-way leaves no half cluster.
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  writePassword(passwordFile);
  mkdirSync(fresh, { mode: 0o700 });
  runAs.own(fresh);
  runAs.own(passwordFile);
  const child = runAs.start(
    programs.initdb,
    [
      '-D',
      fresh,
      '-U',
      superuserName,
      '--pwfile',
      passwordFile,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=und',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const complaint = await ended(child);
  if (complaint !== null) {
    rmSync(fresh, { recursive: true, force: true });
    throw new StartupError(`The database could not be created in ${cluster}: ${complaint}`);
  }
  renameSync(fresh, cluster);
}

function checkVersion(programs: PostgresPrograms, cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === programs.majorVersion) return;
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${version}, but this release brings ${programs.majorVersion}: move it as docs/operating.md describes.`,
  );
}

interface KeeperSetup {
  programs: PostgresPrograms;
  runAs: ProgramRunner;
  cluster: string;
  port: number;
  dataDir: string;
  options: EmbeddedPostgresOptions;
}

/** Runs the postmaster and starts it again, with growing pauses, whenever it ends by itself. */
function keepRunning(setup: KeeperSetup) {
  const listeners: ((sentence: string) => void)[] = [];
  const stopping = new AbortController();
  const logPath = join(setup.dataDir, 'database.log');
  let lastExit: string | null = null;
  let child = launch();
  const ended = supervise();

  function launch(): ChildProcess {
    const flags = existsSync(logPath) && statSync(logPath).size > logLimitBytes ? 'w' : 'a';
    const log = openSync(logPath, flags, 0o600);
    return setup.runAs.start(setup.programs.postgres, ['-D', setup.cluster, ...serverOptions(setup)], {
      stdio: ['ignore', 'ignore', log],
      closeAfterStart: log,
    });
  }

  async function supervise(): Promise<void> {
    for (let pauseMs = 500; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const since = performance.now();
      lastExit = await exitOf(child);
      if (stopping.signal.aborted) return;
      if (performance.now() - since > longestPauseMs) pauseMs = 500;
      for (const listener of listeners)
        listener(`the database ended (${lastExit}), starting it again in ${pauseMs} ms`);
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await clearOldPostmaster(setup.cluster, (text) => setup.options.log.warn(text)).catch((failure: Error) =>
        setup.options.log.warn(failure.message),
      );
      if (stopping.signal.aborted) return;
      child = launch();
    }
  }

  return {
    onLost(callback: (sentence: string) => void): void {
      listeners.push(callback);
    },
    /** Waits until the database answers; gives up early when the very first start fails. */
    async ready(url: string): Promise<void> {
      const until = performance.now() + readyWithinMs;
      for (;;) {
        const sql = createPostgresClient(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
        try {
          await sql`select 1`;
          return;
        } catch (failure) {
          if (lastExit !== null)
            throw new StartupError(
              `The database does not start (${lastExit}): the reason stands at the end of ${logPath}.`,
            );
          if (performance.now() > until)
            throw new StartupError(`The database does not answer (${(failure as Error).message}): see ${logPath}.`);
        } finally {
          await sql.end({ timeout: 0 });
        }
        await wait(50);
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      // Fast stop: open transactions are rolled back, everything acknowledged is on disk.
      child.kill('SIGINT');
      const hurry = setTimeout(() => child.kill('SIGQUIT'), 20_000);
      await ended;
      clearTimeout(hurry);
    },
  };
}

/**
 * Of a cluster that lives as long as some tests. Each of them opens connections again: signing in and planning a statement
 * five times before the plan is kept would cost more than all their work.
 */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  scram_iterations: '1',
  plan_cache_mode: 'force_generic_plan',
};

function serverOptions({ port, options }: KeeperSetup): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: String(Math.max(60, options.connections ?? 0)),
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    io_method: 'sync',
    // Containers often have only 64 MB of /dev/shm, which parallel queries would fill.
    max_parallel_workers_per_gather: '0',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m ',
    // Values of rows are people's data and have no place in a log file.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(options.durable === false ? throwAway : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.once('error', (failure) => done(failure.message));
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`));
  });
}

/** Waits for a short program; null when it went well, else the last thing it said. */
async function ended(child: ChildProcess): Promise<string | null> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  const result = await exitOf(child);
  if (result === 'exit code 0') return null;
  return (
    output
      .trim()
      .split('\n')
      .findLast((line) => line.includes('error') || line.includes('FATAL')) ?? result
  );
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
