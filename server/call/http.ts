import { callsByRoom, listCalls } from '@bilim/contract/calls-by-room.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Refusal } from '../core/refusal.ts';
import type { Settings } from '../settings.ts';
import { decorateRequests } from './mount.ts';
import { httpOptions, type ParseErrorResponder } from './parse-errors.ts';

/** Every path of the contract, for the rule of the four spellings. */
const listed = new Set(listCalls().map(({ call }) => call.path));

const linksInMails = '/lms/check/mail/';
const unsubscribe = callsByRoom['email-address'].unsubscribe.path;

/**
 * The four spellings of a call's path are one route (BASE-02): also below /lms, with .json or without.
 * Takes and gives a request's URL.
 */
export function canonicalizeUrl(url: string, method = 'GET'): string {
  // The link of a mail opens a page; a mail program posts to the same link (RFC 8058).
  if (method === 'POST' && url.startsWith(linksInMails)) return url.replace(linksInMails, `${unsubscribe}?key=`);
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

/** What is done with a request that reaches no hook, for its URL cannot be decoded. */
type UndecodableUrlHandler = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/** The HTTP server with its limits and its reading of JSON; nothing is mounted yet. */
export function createHttpServer(
  settings: Settings,
  log: Logger,
  parseErrorResponder: ParseErrorResponder,
  astray: UndecodableUrlHandler,
): FastifyInstance {
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
    clientErrorHandler: parseErrorResponder.answer,
    rewriteUrl: (request) => canonicalizeUrl(request.url ?? '/', request.method),
    // Query and body go through the contract's own reader; nothing is coerced here.
    ajv: { customOptions: { coerceTypes: false, strict: false } },
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: astray,
  }) as unknown as FastifyInstance;
  decorateRequests(fastify);
  readJson(fastify);
  return fastify;
}

/** An empty body is an empty object; any other body is JSON, and no `null`. */
function readJson(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser('text/plain');
  fastify.removeContentTypeParser('application/json');
  const parse = fastify.getDefaultJsonParser('remove', 'remove');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else
      parse(request, body as string, (error, value) =>
        value === null ? done(new Refusal('call.invalid', 400)) : done(error, value),
      );
  });
}
