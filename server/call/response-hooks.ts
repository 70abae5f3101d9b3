import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Refusal, toRefusal } from '../core/refusal.ts';
import { runAfterReplyWork } from '../core/reply-work.ts';
import { parseLanguageCookie } from '../core/translations.ts';
import { ScannerUnavailableError } from '../files/scanner.ts';
import { isHttps, type Settings } from '../settings.ts';
import { compressReply } from './compression.ts';
import { type HealthCheck, healthPaths } from './health.ts';
import { clearAnswerTimeouts, clearCallTimers, isBodyIncomplete } from './limits.ts';
import type { DatabaseOutageReporter } from './outage.ts';
import { hasRequiredHost } from './parse-errors.ts';
import { auditRefusal } from './refusal-audit.ts';
import type { AppContext } from './room.ts';
import { parseTraceparent, requestLogFields, traceResponseHeader } from './trace.ts';
import type { UnansweredCallReporter } from './unanswered-call-reporter.ts';

/**
 * What every answer says; `frames`: the origins besides our own that our pages may show in a frame. The library that packs
 * tables into files makes the worker for large ones itself, from a blob.
 */
const securityHeadersFor = (frames: string) => ({
  'Content-Security-Policy': `default-src 'self'; script-src 'self'; worker-src 'self' blob:; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; media-src 'self' blob:; font-src 'self'; frame-src 'self'${frames}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
});

/** Gives the function that puts on an answer what every answer says, first of all and whatever becomes of it. */
export function createSecurityHeadersHook(settings: Settings): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = securityHeadersFor(settings.booksAddress ? ` ${settings.booksAddress}` : '');
  return (request, reply) => {
    reply.header('X-Request-Id', request.id).headers(headers);
    if (isHttps(settings)) reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  };
}

/** Gives the function that answers a failure: the sentence in the person's language, the cause in the log. */
export function createErrorHandler(
  app: AppContext,
  health: HealthCheck,
  log: Logger,
  { outage, unanswered }: { outage: DatabaseOutageReporter; unanswered: UnansweredCallReporter },
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const { translations } = app;
  return (error, request, reply) => {
    const refusal = toRefusal(error);
    health.refused(refusal.code);
    auditRefusal(app, request, refusal);
    // The scanner logs for itself, once an outage.
    if (refusal.status >= 500 && !outage.refuses(error) && !(error instanceof ScannerUnavailableError)) {
      const [path, detail] = [
        request.routeOptions.url,
        { ...requestLogFields(request), err: withoutPrivateDetail(error) },
      ];
      if (refusal.code === 'call.unavailable') unanswered.note(path ?? 'unknown', detail);
      else log.error({ ...detail, path }, 'call failed');
    }
    if (refusal.status === 429 && refusal.values.seconds !== undefined)
      reply.header('Retry-After', String(refusal.values.seconds));
    if (refusal.status === 503) reply.header('Retry-After', String(refusal.values.seconds ?? 2));
    // Closed at once, with a body still coming, the connection would take the answer with it; `clearCallTimers` cuts it off.
    if (isBodyIncomplete(request)) reply.raw.shouldKeepAlive = true;
    const language = parseLanguageCookie(request.cookies?.[app.sessions.cookieNameOf('lang')] ?? request.cookies?.lang);
    const values = { requestId: request.id, ...refusal.values };
    const translate = (code: string) => translations.refusal(language, code, values);
    const { code, fields, proof } = refusal;
    const fieldMessages =
      fields && Object.fromEntries(Object.entries(fields).map(([field, fault]) => [field, translate(fault)]));
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({
        result: 1,
        error: {
          code,
          message: translate(code),
          ...(fieldMessages && { fields: fieldMessages }),
          ...(proof && { proof }),
        },
        data: null,
      });
  };
}

/** A database error without the values it names: they are people's data. */
function withoutPrivateDetail(error: unknown): object {
  const { name, message, stack, code, constraint_name, table_name } = error as Record<string, unknown>;
  return { type: name, message, stack, code, constraint: constraint_name, table: table_name };
}

/** What holds for every request, whatever it is for. */
export function addResponseHooks(
  fastify: FastifyInstance,
  { app, health, log }: { app: AppContext; health: HealthCheck; log: Logger },
): void {
  const greet = createSecurityHeadersHook(app.settings);
  fastify.addHook('onRequest', (request, reply, done) => {
    greet(request, reply);
    request.trace = parseTraceparent(request.headers.traceparent);
    if (request.trace) reply.header('traceresponse', traceResponseHeader(request.trace));
    if (!hasRequiredHost(request.raw)) done(new Refusal('call.unreadable', 400));
    // An address that does not exist says so before it looks at a body.
    else if (request.is404 && !['GET', 'HEAD'].includes(request.method)) done(new Refusal('call.notFound', 404));
    else if (app.webBooks.isAstray(request)) done(new Refusal('call.notFound', 404));
    else done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    clearAnswerTimeouts(request);
    // Who is answered while the portal stops would keep the connection, and the stop would wait for it.
    if (health.isStopping) reply.header('Connection', 'close');
    // What comes with a cookie may hold a secret, which the length of a compressed answer would help to guess.
    const isLeft = reply.hasHeader('Content-Encoding') || reply.hasHeader('Set-Cookie');
    const acceptEncoding = isLeft ? undefined : request.headers['accept-encoding'];
    const compress = compressReply(acceptEncoding, reply.getHeader('content-type'), payload);
    if (!compress) {
      // A stream that nobody reads yet would end the process with its first error.
      if (payload instanceof Readable) done(null, payload);
      else runAfterReplyWork(request, () => done(null, payload));
      return;
    }
    reply.header('Content-Encoding', 'br').header('Vary', 'Accept-Encoding').removeHeader('Content-Length');
    runAfterReplyWork(request, () => compress(done));
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    clearCallTimers(request);
    health.answered(request, reply.statusCode, reply.elapsedTime / 1000);
    const path = request.routeOptions.url ?? 'unknown';
    const level = healthPaths.has(path) ? 'debug' : 'info';
    if (log.isLevelEnabled(level)) {
      const ms = Math.round(reply.elapsedTime);
      log[level]({ ...requestLogFields(request), method: request.method, path, status: reply.statusCode, ms }, 'call');
    }
    done();
  });
}
