import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { extendAuditChain } from './auth/audit-chain.ts';
import { CsrfProtection } from './auth/csrf.ts';
import { DeviceCookie } from './auth/device-cookie.ts';
import { DirectoryRegistry } from './auth/directory/directories.ts';
import { OidcProviderRegistry } from './auth/oidc-providers.ts';
import { readPasswordRule } from './auth/password.ts';
import { ProofOfWorkVerifier } from './auth/proof-of-work.ts';
import { SessionStore } from './auth/session.ts';
import { Signer } from './auth/signer.ts';
import { authSweeps } from './auth/sweeps.ts';
import { SignInThrottle } from './auth/throttle.ts';
import { sealPlaintextSecrets, Vault } from './auth/vault.ts';
import { AnonymousThrottle, anonymousCallRate, apiDescriptionRate } from './call/anonymous-throttle.ts';
import { resolveDuplicateCookies } from './call/duplicate-cookies.ts';
import { HealthCheck } from './call/health.ts';
import { createHttpServer } from './call/http.ts';
import { MaintenanceState } from './call/maintenance.ts';
import { mountRoom } from './call/mount.ts';
import { DatabaseOutageReporter } from './call/outage.ts';
import { ParseErrorResponder } from './call/parse-errors.ts';
import { CallRateLimiter } from './call/rate-limit.ts';
import { addResponseHooks, createErrorHandler, createSecurityHeadersHook } from './call/response-hooks.ts';
import type { AppContext, RunningRoom } from './call/room.ts';
import { RunningDownloads } from './call/running-downloads.ts';
import { Sweeper } from './call/sweeper.ts';
import { callSweeps } from './call/sweeps.ts';
import { UnansweredCallReporter } from './call/unanswered-call-reporter.ts';
import { warnOfUntrustedProxy } from './call/untrusted-proxy.ts';
import { convertedPageSweeps } from './converting/sweeps.ts';
import { clientAddress } from './core/addresses.ts';
import { NetworkRegistry } from './core/networks.ts';
import { Translations } from './core/translations.ts';
import { warnOfUnencryptedProviders } from './core/unencrypted-peers.ts';
import { version } from './core/version.ts';
import type { Database } from './database/database.ts';
import { ReferenceCache } from './database/reference-cache.ts';
import { notifyMethodsChanged } from './delivery/method-changes.queries.ts';
import { ensurePushKeys } from './delivery/push-keys.ts';
import { notifyNewBrowser } from './delivery/sign-in-notices.queries.ts';
import { FileService } from './files/files.ts';
import { FileScanner, warnOfScannerFaults } from './files/scanner.ts';
import { openStore, resolveFileStoreLocation } from './files/store-location.ts';
import { fileSweeps } from './files/sweeps.ts';
import { WebBooks } from './files/web-books.ts';
import { isFileWithheld } from './files/withheld.queries.ts';
import { preparePortalPinHasher } from './import/pins.ts';
import { LiveEvents } from './live/live.ts';
import { rooms } from './rooms/index.ts';
import { readUniversityBrandings } from './rooms/login/login.queries.ts';
import type { Settings } from './settings.ts';
import { servePictures, serveWeb } from './web-serving.ts';

/** What the floors below the rooms remove; each names it in its `sweeps.ts`, as a room does in its `sweep`. */
const floorSweeps = [callSweeps, authSweeps, fileSweeps, convertedPageSweeps];

/** What waits longer in no link of the audit's chain could be removed unseen. */
const chainEvery = 60_000;

/** What the portal is made of in one process. */
interface Dependencies {
  readonly settings: Settings;
  readonly database: Database;
  readonly log: Logger;
}

/** The portal as a server that is not listening yet; `close` ends its streams, requests and timers. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly context: AppContext;
  readonly outage: DatabaseOutageReporter;
  readonly health: HealthCheck;
  /**
   * Prepares the stop within so many milliseconds: for the first half all goes on and only /readyz says no, then the live
   * streams are ended a few at a time, so that their browsers do not come to the other nodes all at once.
   */
  drain(within: number): Promise<void>;
  /** Has every part remove what nobody may ask for any more; happens by itself every ten minutes. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the portal: cookies, CSRF, failures, every room, live line, the built web part. */
export async function createApp(dependencies: Dependencies): Promise<App> {
  const { settings, database, log } = dependencies;
  const app = await openContext(dependencies);
  const parseErrorResponder = new ParseErrorResponder(app.translations, settings);
  const isUsable = async () => (await database.mayWrite()) && (await database.takesConnections());
  const outage = new DatabaseOutageReporter(log, () => isUsable().catch(() => false));
  const unanswered = new UnansweredCallReporter(log);
  const health = new HealthCheck(database, app.live, settings, app.files, outage);
  const [greet, fail] = [
    createSecurityHeadersHook(settings),
    createErrorHandler(app, health, log, { outage, unanswered }),
  ];
  const fastify = createHttpServer(settings, log, parseErrorResponder, (error, request, reply) => {
    greet(request, reply);
    fail(error, request, reply);
  });
  database.onReplicaChange(({ host, fault }) => {
    if (fault === null) log.info({ host }, 'a standby takes part of the reads again');
    else log.warn({ host, fault }, 'a standby is left out of the reads');
  });
  warnOfUntrustedProxy(fastify, settings, log);
  warnOfUnencryptedProviders(settings, log);
  void warnOfScannerFaults(app.files.scanner, settings.fileLimitMb, log);
  await fastify.register(fastifyCookie);
  fastify.addHook('onRequest', (request) => resolveDuplicateCookies(app, request));
  addResponseHooks(fastify, { app, health, log });
  fastify.setErrorHandler(fail);
  const opened = await mountRooms(fastify, app);
  health.mount(fastify, settings);
  const warn = (what: string) => (err: unknown) => {
    if (!outage.covers(err)) log.warn({ err }, what);
  };
  const cards = () => app.reference.get('university cards', () => database.read(readUniversityBrandings));
  await serveWeb(fastify, { app, warn, cards });
  await servePictures(fastify, settings.dataDir);
  parseErrorResponder.watch(fastify.server);
  const closeUnused = watchUnused(fastify);
  const sweeper = new Sweeper(
    [...floorSweeps.flatMap((sweeps) => sweeps(app)), ...opened.flatMap(({ sweep }) => sweep ?? [])],
    warn('sweeping failed'),
  );
  const chain = () => extendAuditChain(database, app.vault, settings.dataDir).catch(warn('the audit was not chained'));
  let chaining: Promise<unknown> = chain();
  const chainer = setInterval(() => {
    chaining = chaining.then(chain);
  }, chainEvery).unref();

  return {
    fastify,
    context: app,
    outage,
    health,
    sweep: () => sweeper.run(),
    async drain(within) {
      health.stopping();
      await wait(within / 2);
      await app.live.endGradually(within / 2);
    },
    async close() {
      health.stopping();
      const swept = sweeper.stop();
      clearInterval(chainer);
      outage.stop();
      unanswered.stop();
      app.live.stop();
      app.throttle.stop();
      app.files.stop();
      const closing = fastify.close();
      closeUnused();
      await closing;
      await swept;
      await chaining;
      const ended = await Promise.allSettled(opened.map(async ({ stop }) => await stop()));
      for (const one of ended) if (one.status === 'rejected') log.warn({ err: one.reason }, 'a room did not end well');
    },
  };
}

/** Makes what every room may use, and begins to listen to the other nodes. */
async function openContext({ settings, database, log }: Dependencies): Promise<AppContext> {
  const signer = await Signer.open(database);
  const vault = await Vault.open(settings.dataDir);
  await sealPlaintextSecrets(database, vault);
  const pins = await preparePortalPinHasher(database, vault, settings.timeZone);
  await ensurePushKeys(database.autocommit);
  const directories = new DirectoryRegistry(settings.directories, log);
  const sessions = new SessionStore(database, settings, directories.issuers);
  const translations = new Translations();
  const scanner = settings.scanner && new FileScanner(settings.scanner, log);
  const place = { ...(await openStore(resolveFileStoreLocation(settings))), scanner };
  const files = new FileService(place, settings.fileLimitMb, (id) => database.read((db) => isFileWithheld(db, id)));
  await files.prepare();
  const live = new LiveEvents(database, sessions, Object.keys(callsByRoom));
  const reference = new ReferenceCache(database);
  const maintenance = new MaintenanceState(database);
  const networks = new NetworkRegistry(settings.networks);
  const app: AppContext = {
    settings,
    log,
    database,
    sessions,
    signer,
    vault,
    pins,
    csrf: new CsrfProtection(signer, sessions, settings),
    deviceCookie: new DeviceCookie(signer, sessions),
    live,
    translations,
    throttle: new SignInThrottle(database, new ProofOfWorkVerifier(database, signer), settings),
    networks,
    directories,
    oidcProviders: new OidcProviderRegistry(settings),
    files,
    webBooks: new WebBooks(files, translations, settings),
    reference,
    maintenance,
    rateLimit: new CallRateLimiter(),
    anonymousThrottle: new AnonymousThrottle(anonymousCallRate, settings),
    passwordRule: await readPasswordRule(database, settings),
    notifySignIn: (db, uid, signIn) =>
      notifyNewBrowser(db, uid, signIn, { networks, mails: settings.smtpUrl !== null }),
    notifyLinked: (db, uid) => notifyMethodsChanged(db, uid, 'linked', settings.smtpUrl !== null),
  };
  await sessions.watch();
  await reference.watch();
  await maintenance.watch(() => live.publish([{ to: ['all'], room: 'maintenance', key: null }]));
  await live.start();
  return app;
}

/** Mounts every room, and the description of all their calls; gives what the rooms do besides their calls. */
async function mountRooms(fastify: FastifyInstance, app: AppContext): Promise<Pick<RunningRoom, 'stop' | 'sweep'>[]> {
  await fastify.register(fastifySwagger, {
    openapi: { info: { title: 'Bilim', version, description: 'Every call of the portal, from the contract.' } },
  });
  // What forms need at every request stays with the calls that take files.
  let forms = fastify;
  await fastify.register(async (inner) => {
    forms = inner;
    await inner.register(fastifyMultipart);
  });
  // What comes from elsewhere brings a form, or a body of any other kind, which nobody looks at.
  let elsewhere = fastify;
  await fastify.register(async (inner) => {
    elsewhere = inner;
    const most = { parseAs: 'string', bodyLimit: 10_000 } as const;
    inner.addContentTypeParser('application/x-www-form-urlencoded', most, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    inner.addContentTypeParser('*', most, (_, __, done) => done(null, {}));
  });
  const downloads = new RunningDownloads(app.sessions);
  const opened = rooms.map((room) => mountRoom({ plain: fastify, forms, elsewhere }, { app, downloads }, room));
  const describing = new AnonymousThrottle(apiDescriptionRate, app.settings);
  fastify.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    app.csrf.giveWhenMissing(request, reply);
    await describing.waitForTurn(clientAddress(request));
    return fastify.swagger();
  });
  return opened;
}

/**
 * DeviceCookie open connections in advance; one that never carried a request would hold up the stop for half a minute. Gives
 * the function that cuts them.
 */
function watchUnused({ server }: FastifyInstance): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.on('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
  };
}
