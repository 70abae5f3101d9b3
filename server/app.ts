import type { Socket } from 'node:net';
import { eachCall, everything } from '@bilim/contract/everything.ts';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import fastifySwagger from '@fastify/swagger';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { noteRefusal } from './auth/audit.ts';
import { Browsers } from './auth/browsers.ts';
import { Csrf } from './auth/csrf.ts';
import { passwordRuleOf } from './auth/password.ts';
import { Proofs } from './auth/proof.ts';
import { Sessions, Signer } from './auth/session.ts';
import { Guessing } from './auth/throttle.ts';
import { bytesOf } from './call/bytes.ts';
import { packed } from './call/compression.ts';
import { Health, healthPaths } from './call/health.ts';
import { sweep } from './call/idempotency.ts';
import { endLimits } from './call/limits.ts';
import { type House, mount } from './call/mount.ts';
import { Often } from './call/rate-limit.ts';
import { descriptionLane, ordinaryLane, Strangers } from './call/strangers.ts';
import { warnOfUnnamedProxy } from './call/unnamed-proxy.ts';
import { hasHost, httpOptions, Unreadable } from './call/unreadable.ts';
import { addressOf } from './core/addresses.ts';
import { asRefusal, Refusal } from './core/refusal.ts';
import { languageOf, Words } from './core/translations.ts';
import { version } from './core/version.ts';
import type { Database } from './database/database.ts';
import { Reference } from './database/reference-cache.ts';
import { Files } from './files/files.ts';
import { HtmlBooks } from './files/web-books.ts';
import { Live } from './live/live.ts';
import { rooms } from './rooms/index.ts';
import { isHttps, type Settings } from './settings.ts';
import { servePictures, serveWeb } from './web-serving.ts';

/** What every answer says; `frames`: the origins besides our own that our pages may show in a frame. */
const securityHeadersFor = (frames: string) => ({
  'Content-Security-Policy': `default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'self'${frames}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
});

/** Characters of an answer that is sent as a text. */
const shortAnswer = 4000;

/** Every path of the contract, for the rule of the four spellings. */
const listed = new Set(eachCall().map(({ call }) => call.path));

/**
 * The four spellings of a call's path are one route (BASE-02): also below /lms, with .json or without.
 * Takes and gives a request's URL.
 */
export function canonicalUrl(url: string): string {
  const cut = url.indexOf('?');
  let path = cut < 0 ? url : url.slice(0, cut);
  if (path.startsWith('/lms/api/') || path.startsWith('/lms/locales/')) path = path.slice(4);
  if (path.startsWith('/api/') && !listed.has(path)) {
    if (listed.has(`${path}.json`)) path += '.json';
    else if (path.endsWith('.json') && !path.endsWith('.file.json') && listed.has(path.slice(0, -5)))
      path = path.slice(0, -5);
  } else if (path.startsWith('/locales/') && !path.endsWith('.json')) path += '.json';
  return cut < 0 ? path : path + url.slice(cut);
}

/** The portal as a server that is not listening yet; `close` ends its streams, requests and timers. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly house: House;
  close(): Promise<void>;
}

/** Builds the portal: cookies, CSRF, failures, every room, live line, the built web part. */
export async function createApp({
  settings,
  database,
  log,
}: {
  settings: Settings;
  database: Database;
  log: Logger;
}): Promise<App> {
  const signer = await Signer.open(database);
  const sessions = new Sessions(database, settings);
  const live = new Live(database, sessions, Object.keys(everything));
  const csrf = new Csrf(signer, sessions, settings);
  const words = new Words();
  const guessing = new Guessing(database, new Proofs(database, signer), settings);
  const files = new Files(settings.dataDir, settings.fileLimitMb);
  await files.prepare();
  const reference = new Reference(database);
  const house: House = {
    settings,
    database,
    sessions,
    signer,
    csrf,
    browsers: new Browsers(signer, sessions),
    live,
    words,
    guessing,
    files,
    htmlBooks: new HtmlBooks(files, words, settings),
    reference,
    often: new Often(),
    strangers: new Strangers(ordinaryLane, settings),
    passwordRule: await passwordRuleOf(database, settings),
  };
  const health = new Health(database, live);
  const unreadable = new Unreadable(words, settings);
  await sessions.watch();
  await reference.watch();
  await live.start();

  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs as much as its whole routing; the few lines about one name it themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => crypto.randomUUID(),
    trustProxy: settings.trustProxy.length ? settings.trustProxy : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 11 * 60_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    exposeHeadRoutes: false,
    http: httpOptions,
    clientErrorHandler: unreadable.answer,
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    // Query and body go through the contract's own reader; nothing is coerced here.
    ajv: { customOptions: { coerceTypes: false, strict: false } },
    routerOptions: { maxParamLength: 300 },
    // A URL that cannot be decoded reaches no hook.
    frameworkErrors: (error, request, reply) => {
      greet(request, reply);
      fail(error, request, reply);
    },
  }) as unknown as FastifyInstance;

  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('bodyDeadline', null);
  fastify.decorateRequest('answerDeadline', null);
  fastify.decorateRequest('silenceDeadline', null);
  fastify.removeContentTypeParser('text/plain');
  fastify.removeContentTypeParser('application/json');
  const parse = fastify.getDefaultJsonParser('remove', 'remove');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else
      parse(request, body as string, (error, value) =>
        // Nothing at all is {}, but a null is no object.
        value === null ? done(new Refusal('call.invalid', 400)) : done(error, value),
      );
  });
  warnOfUnnamedProxy(fastify, settings, log);
  await fastify.register(fastifyCookie);

  const securityHeaders = securityHeadersFor(settings.booksAddress ? ` ${settings.booksAddress}` : '');
  let stops = false;
  fastify.addHook('onRequest', (request, reply, done) => {
    greet(request, reply);
    if (!hasHost(request.raw)) done(new Refusal('call.unreadable', 400));
    // An address that does not exist says so before it looks at a body.
    else if (request.is404 && !['GET', 'HEAD'].includes(request.method)) done(new Refusal('call.notFound', 404));
    else if (house.htmlBooks.isAstray(request)) done(new Refusal('call.notFound', 404));
    else done();
  });
  // A long answer is made of thousands of pieces of text: measuring, joining and sending it would each go through all of
  // them. A short one goes out quicker as a text, in one piece with its headers.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    // Who is answered while the portal stops would keep the connection, and the stop would wait for it.
    if (stops) reply.header('Connection', 'close');
    const body = typeof payload === 'string' && payload.length > shortAnswer ? bytesOf(payload) : payload;
    // Texts are packed already; what comes with a cookie may hold a secret, which the length would help to guess.
    const isLeft = reply.hasHeader('Content-Encoding') || reply.hasHeader('Set-Cookie');
    const accepted = isLeft ? undefined : request.headers['accept-encoding'];
    const pack = packed(accepted, reply.getHeader('content-type'), body);
    if (!pack) {
      done(null, body);
      return;
    }
    reply.header('Content-Encoding', 'br').header('Vary', 'Accept-Encoding').removeHeader('Content-Length');
    pack(done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    endLimits(request);
    health.answered(request, reply.statusCode, reply.elapsedTime / 1000);
    const path = request.routeOptions.url ?? 'unknown';
    const level = healthPaths.has(path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level))
      log[level](
        {
          reqId: request.id,
          method: request.method,
          path,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'call',
      );
    done();
  });

  function greet(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('X-Request-Id', request.id).headers(securityHeaders);
    if (isHttps(settings)) reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error);
    health.refused(refusal.code);
    noteRefusal(house, request, refusal);
    if (refusal.status >= 500)
      log.error({ reqId: request.id, err: withoutPrivateDetail(error), path: request.routeOptions.url }, 'call failed');
    const language = languageOf(request.cookies?.lang);
    const values = { requestId: request.id, ...refusal.values };
    if (refusal.status === 429 && refusal.values.seconds !== undefined)
      reply.header('Retry-After', String(refusal.values.seconds));
    if (refusal.status === 503) reply.header('Retry-After', String(refusal.values.seconds ?? 2));
    // A refused body is not read to its end; the connection cannot be used again.
    if (refusal.status === 413 || refusal.code === 'file.noRoom') reply.header('Connection', 'close');
    const fields =
      refusal.fields &&
      Object.fromEntries(
        Object.entries(refusal.fields).map(([field, code]) => [field, words.refusal(language, code, values)]),
      );
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({
        result: 1,
        error: {
          code: refusal.code,
          message: words.refusal(language, refusal.code, values),
          ...(fields && { fields }),
          ...(refusal.proof && { proof: refusal.proof }),
        },
        data: null,
      });
  };
  fastify.setErrorHandler((error: FastifyError, request, reply) => fail(error, request, reply));

  await fastify.register(fastifySwagger, {
    openapi: { info: { title: 'Bilim', version, description: 'Every call of the portal, from the contract.' } },
  });
  // What forms need at every request stays with the calls that take files.
  let forms = fastify;
  await fastify.register(async (inner) => {
    forms = inner;
    await inner.register(fastifyMultipart);
  });
  for (const room of rooms) mount({ plain: fastify, forms }, house, room);
  const describing = new Strangers(descriptionLane, settings);
  fastify.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    csrf.giveWhenMissing(request, reply);
    await describing.turn(addressOf(request));
    return fastify.swagger();
  });

  health.mount(fastify, settings.metricsFrom);
  await serveWeb(fastify, csrf);
  await servePictures(fastify, settings.dataDir);

  unreadable.watch(fastify.server);
  // Browsers open connections in advance; one that never carried a request would hold up the stop for half a minute.
  const unused = new Set<Socket>();
  fastify.server.on('connection', (socket) => {
    unused.add(socket);
    socket.on('close', () => unused.delete(socket));
  });
  fastify.server.on('request', ({ socket }) => unused.delete(socket));

  const sweeper = setInterval(
    () =>
      void Promise.all([sweep(database.own), files.sweep(database.own)]).catch((err: unknown) =>
        log.warn({ err }, 'sweeping failed'),
      ),
    10 * 60_000,
  );
  sweeper.unref();
  const ends = rooms.map((room) => room.begin?.(house));

  return {
    fastify,
    house,
    async close() {
      stops = true;
      clearInterval(sweeper);
      health.stopping();
      live.stop();
      guessing.stop();
      files.stop();
      const closing = fastify.close();
      for (const socket of unused) socket.destroy();
      await closing;
      const ended = await Promise.allSettled(ends.map(async (end) => await end?.()));
      for (const one of ended) if (one.status === 'rejected') log.warn({ err: one.reason }, 'a room did not end well');
    },
  };
}

/** A database error without the values it names: they are people's data. */
function withoutPrivateDetail(error: unknown): object {
  const { name, message, stack, code, constraint_name, table_name } = error as Record<string, unknown>;
  return { type: name, message, stack, code, constraint: constraint_name, table: table_name };
}
