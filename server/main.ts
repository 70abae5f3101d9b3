import { createServer } from 'node:net';
import pino from 'pino';
import type { App } from './app.ts';
import { Vault } from './auth/vault.ts';
import type { DatabaseOutageReporter } from './call/outage.ts';
import { ConvertingSupervisor } from './converting/converting-supervisor.ts';
import { now, today } from './core/clock.ts';
import { findOwnershipFault } from './core/folder-owner.ts';
import { restrictToOwner, setOwnerOnlyUmask } from './core/owner-only.ts';
import { isDatabaseFailure, isDatabaseOutage, toRefusal } from './core/refusal.ts';
import { StartupError, startupErrorMessage } from './core/startup-error.ts';
import type { SupervisedProcess } from './core/supervised-process.ts';
import { callsRole, checkCallsLogin, grantCallsRole } from './database/calls-role.ts';
import { joinCluster, migrateUnlessNodesDiffer } from './database/cluster-check.ts';
import { openDatabase, sessionTimeZoneParameter } from './database/database.ts';
import { ensureWritableFolder, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { checkAcceptsWrites, checkExternalPostgres, findConnectionLimitFault } from './database/external-postgres.ts';
import { schemaFolder } from './database/migrate.ts';
import { createPostgresClient } from './database/postgres-client.ts';
import { DeliverySupervisor } from './delivery/delivery-supervisor.ts';
import { findRoomsWithoutActivity } from './demo/activity-rooms.ts';
import { startDemoActivity } from './demo/activity-supervisor.ts';
import { demoAccounts, fillEmptyDatabase, type InitialData } from './demo/first-university.ts';
import { DataEraser } from './erasure/eraser.ts';
import { resolveFileStoreLocation } from './files/store-location.ts';
import { TextExtractionSupervisor } from './fulltext/reading-supervisor.ts';
import { initializeSettings, isHttps, isLoopback, isRemotelyReachable, type Settings } from './settings.ts';
import { findMisspeltSettings } from './unknown-settings.ts';
import { buildWeb } from './web-build.ts';
import { storeBuiltAssets } from './web-serving.ts';

const stopWithinMs = 20_000;

/** What has to be undone at the end, newest last. */
const undo: (() => Promise<void>)[] = [];
/** The processes that work behind the portal. */
const helpers: SupervisedProcess[] = [];
const stopped = new AbortController();
/** What precedes the stop of a portal that listens. */
let drain: () => Promise<void> = () => Promise.resolve();
let log = pino({ level: 'info' });
/** Tells of a lost database once, as soon as there is a portal to lose it. */
let outage: DatabaseOutageReporter | null = null;
let exitCode = 0;

process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// The launcher that started us was killed: nobody is left who could stop us.
if (process.connected) process.on('disconnect', () => stop('the launcher ended'));
// A statement that failed while nobody waited for it has left nothing behind, and is no reason to end everybody's work:
// the driver itself asks every new connection for its types and awaits no answer.
process.on('unhandledRejection', (failure) => {
  if (!isDatabaseFailure(failure)) throw failure;
  if (outage?.covers(failure)) return;
  if (toRefusal(failure).status === 503)
    log.warn({ reason: startupErrorMessage(failure) }, 'a database connection was lost');
  else log.error(failure, 'a statement failed that nobody waited for');
});
process.on('uncaughtException', (failure) => {
  log.fatal(failure, 'unexpected failure, stopping');
  exitCode = 1;
  stop('failure');
});

try {
  await start();
} catch (failure) {
  if (!stopped.signal.aborted) {
    exitCode = 1;
    if (failure instanceof StartupError) console.error(failure.message);
    else if (isDatabaseOutage(failure))
      console.error(`The database was lost while the portal started: ${startupErrorMessage(failure)}.`);
    else log.fatal(failure, 'the portal cannot start');
    stop('failure');
  }
}

async function start(): Promise<void> {
  // On a terminal a newcomer reads; a line for every call would bury the address.
  const settings = initializeSettings({ ...(process.stdout.isTTY && { LOG_LEVEL: 'warn' }), ...process.env });
  log = pino({ level: settings.logLevel });
  await checkPort(settings);
  const closed = await findOwnershipFault(settings.dataDir);
  if (closed) throw new StartupError(closed);
  warnOfMisspeltSettings();
  // Given by scripts/dev.ts, which serves the pages itself.
  const pages = process.argv.includes('--without-pages') ? null : buildWeb(say, stopped.signal);
  const [{ url, callsUrl, initialData, role }] = await Promise.all([prepareDatabase(settings), pages]);
  continueStart();
  // Not before the pages are built: a service may run as another user than whoever built them.
  setOwnerOnlyUmask();
  await restrictToOwner(settings.dataDir);
  const isDemo = initialData === 'invented';

  const database = openDatabase(url, settings, callsUrl === null ? { role } : { callsUrl });
  undo.push(() => database.close());
  const idle = () => helpers.filter(({ works }) => !works).map(({ name }) => name);
  await joinCluster(database, settings, idle, () => Vault.open(settings.dataDir));
  // All rooms are more than half of what is loaded: whoever is refused before does not wait for them.
  const { createApp } = await import('./app.ts');
  const app = await createApp({ settings, database, log });
  undo.push(() => app.close());
  outage = app.outage;
  if (settings.drainSeconds > 0) drain = () => app.drain(settings.drainSeconds * 1_000);
  continueStart();
  await app.fastify.listen({ port: settings.port, host: settings.host }).catch((failure) => {
    throw portFailure(failure, settings);
  });
  const address = app.fastify.server.address();
  greet(settings, typeof address === 'object' && address ? address.port : settings.port, initialData);
  startHelpers({ url, callsUrl, role }, app, settings);
  if (isDemo && (await findRoomsWithoutActivity(database.autocommit)).length) {
    const activity = startDemoActivity(url, role, settings, log);
    undo.push(() => activity.stop());
  }
}

/** Starts what works behind the portal; after it, for whoever waits for the address waits for none of it. */
function startHelpers(
  { url, callsUrl, role }: Pick<Prepared, 'url' | 'callsUrl' | 'role'>,
  { context, health }: Pick<App, 'context' | 'health'>,
  settings: Settings,
): void {
  const { program } = settings.officeConverter;
  helpers.push(
    new TextExtractionSupervisor(url, resolveFileStoreLocation(settings), log),
    ...(program === null ? [] : [new ConvertingSupervisor(url, resolveFileStoreLocation(settings), program, log)]),
    new DeliverySupervisor(callsUrl ?? url, callsUrl === null ? role : undefined, settings, log),
  );
  for (const helper of helpers) {
    helper.start();
    health.watch(helper);
    undo.push(() => helper.stop());
  }
  // Those that wait for a host that hangs would not notice that another one takes the writes now.
  context.database.onMoved(() => {
    for (const helper of helpers) helper.restart();
  });
  const eraser = new DataEraser(context.database, context.files.store, settings, log);
  eraser.start();
  undo.push(() => eraser.stop());
  const keeping = storeBuiltAssets(settings.dataDir, now()).catch((err: unknown) =>
    log.warn({ err }, 'the pages of this release were not kept: browsers will fetch the next one whole'),
  );
  undo.push(() => keeping);
}

/** A database that is ready for a portal. */
interface Prepared {
  readonly url: string;
  /** Where the role of calls signs in by itself; null: calls sign in as the owner. */
  readonly callsUrl: string | null;
  readonly initialData: InitialData;
  /** As which calls run, if they sign in as the owner; undefined: as the owner. */
  readonly role: string | undefined;
}

/** Starts or checks the database, brings it to the newest schema and fills it when it is empty. */
async function prepareDatabase(settings: Settings): Promise<Prepared> {
  const { url, callsUrl } = await findDatabase(settings);
  continueStart();
  const connection = sessionTimeZoneParameter(settings.timeZone);
  const sql = createPostgresClient(url, { max: 4, onnotice: () => undefined, connection });
  try {
    const tight = settings.databaseUrl && (await findConnectionLimitFault(sql, settings.databaseConnections));
    if (tight) log.warn(tight);
    await checkAcceptsWrites(sql);
    if (callsUrl !== null) await checkCallsLogin(sql, callsUrl);
    const newer = await migrateUnlessNodesDiffer(sql, settings, schemaFolder);
    if (newer.length > 0)
      log.warn(
        `The database is of a newer release (${newer.at(-1)}); this one works on it and leaves its schema as it is.`,
      );
    continueStart();
    const initialData = await fillEmptyDatabase(sql, settings.demo, today(settings.timeZone), say);
    if (initialData === 'invented') refuseKnownPasswords(settings);
    const role = (await grantCallsRole(sql, newer.length > 0)) ? callsRole : undefined;
    return { url, callsUrl, initialData, role };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function findDatabase(settings: Settings): Promise<{ url: string; callsUrl: string | null }> {
  if (settings.databaseUrl !== null) {
    ensureWritableFolder(settings.dataDir);
    await checkExternalPostgres(settings.databaseUrl);
    return { url: settings.databaseUrl, callsUrl: settings.databaseCallsUrl };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log,
    // Calls that write, quick and long reads, and a few for the rest have connections of their own.
    connections: settings.databaseConnections * 3 + 20,
  });
  undo.push(() => embedded.stop());
  embedded.onLost((sentence) => log.error(sentence));
  return { url: embedded.url, callsUrl: embedded.callsUrl };
}

/** The accounts of an invented university are known to everybody. */
function refuseKnownPasswords(settings: Settings): void {
  if (!isRemotelyReachable(settings) || (settings.demoIsNamed && settings.demo !== 'none')) return;
  throw new StartupError(
    'The university in this database is invented and its passwords are known to everybody, but other machines can reach this portal: use an empty database, or set DEMO=small to show it all the same.',
  );
}

function warnOfMisspeltSettings(): void {
  for (const { name, suggestion } of findMisspeltSettings(process.env)) {
    const advice = suggestion ? `did you mean ${suggestion}?` : 'docs/operating.md lists them.';
    log.warn(`The variable ${name} is no setting and was not read: ${advice}`);
  }
}

/** Ends the start where it stands when somebody asked us to stop meanwhile. */
function continueStart(): void {
  stopped.signal.throwIfAborted();
}

function say(text: string): void {
  console.log(text);
}

/** Tells that the port is taken before anything slow is done. */
function checkPort(settings: Settings): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', (failure) => failed(portFailure(failure, settings)));
    probe.listen(settings.port, settings.host, () => probe.close(() => done()));
  });
}

function portFailure(failure: NodeJS.ErrnoException, { port, host }: Settings): Error {
  if (failure.code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} on ${host} is in use: stop the other program, or set another PORT.`);
  }
  if (failure.code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user: set a PORT above 1023.`);
  if (failure.code === 'EADDRNOTAVAIL' || failure.code === 'ENOTFOUND') {
    return new StartupError(
      `HOST is ${host}, which is no address of this machine: use 127.0.0.1, 0.0.0.0 or one of its own.`,
    );
  }
  return failure;
}

/** Says where the portal is in one write: a line of the log never falls between two of its lines. */
function greet(settings: Settings, port: number, initialData: InitialData): void {
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host;
  const shown = host.includes(':') ? `[${host}]` : host;
  if (!isLoopback(settings.host) && !isHttps(settings)) {
    log.warn('Passwords travel unencrypted: put an https proxy in front and set PUBLIC_URL.');
  }
  say(
    [
      `\nBilim is ready: ${settings.publicAddress ?? `http://${shown}:${port}`}/lms/`,
      ...nextSteps(initialData),
      '\nCtrl-C stops it.',
    ].join('\n'),
  );
}

function nextSteps(initialData: InitialData): string[] {
  if (initialData === 'invented')
    return [
      '\nThe university in it is invented. Its accounts:',
      ...demoAccounts.map(({ login, password, what }) => `  ${login.padEnd(10)}${password.padEnd(12)}${what}`),
      'For a real one start with DEMO=none and an empty DATA_DIR; see docs/importing.md.',
    ];
  if (initialData === 'nothing')
    return [
      '\nThere is no university in it yet. While the portal runs, load the tables of the registrar:',
      '  npm run import -- FOLDER --passwords FILE',
      'with the same DATA_DIR and DATABASE_URL; docs/import-template is such a folder, docs/importing.md explains it.',
    ];
  return [];
}

/** Undoes everything in order and ends the process; a second wish ends it at once. */
function stop(why: string): void {
  if (stopped.signal.aborted) {
    if (why !== 'failure') process.exit(1);
    return;
  }
  stopped.abort(new StartupError(`stopped: ${why}`));
  void (why === 'failure' ? undoAll() : drain().then(undoAll)).finally(() => process.exit(exitCode));
}

async function undoAll(): Promise<void> {
  setTimeout(() => process.exit(1), stopWithinMs + 5_000).unref();
  for (let last = undo.pop(); last !== undefined; last = undo.pop()) {
    await last().catch((failure) =>
      log.error({ reason: startupErrorMessage(failure) }, 'a part did not stop in order'),
    );
  }
}
