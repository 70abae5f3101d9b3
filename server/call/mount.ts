import type { Call } from '@bilim/contract/call.ts';
import stringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createAccessStep } from './access.ts';
import { createBodyStep } from './body.ts';
import { createHandlerStep } from './handler.ts';
import { CallTimeLimits } from './limits.ts';
import { createReplyStep } from './reply.ts';
import type { AppContext, Room, RunningRoom } from './room.ts';
import { type RouteConfig, resolveCallRateLimit } from './route-config.ts';
import type { RunningDownloads } from './running-downloads.ts';

/**
 * Opens a room and makes a route of each of its calls, which takes five steps: who, body, once and work, reply. `forms` is
 * the instance that reads forms with files, `elsewhere` the one that takes a body of any kind. Gives what the room does besides its calls.
 */
export function mountRoom(
  apps: { readonly plain: FastifyInstance; readonly forms: FastifyInstance; readonly elsewhere: FastifyInstance },
  { app, downloads }: { readonly app: AppContext; readonly downloads: RunningDownloads },
  { name: room, calls, admits, open }: Room,
): Pick<RunningRoom, 'stop' | 'sweep'> {
  const { handlers, state, stop, sweep } = open(app);
  const limits = new CallTimeLimits(app.database);
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`room ${room} has no handler for ${name}`);
    const rate = resolveCallRateLimit(room, name, call, app.settings.ratePercent);
    const instance = call.files ? apps.forms : isFromElsewhere(call) ? apps.elsewhere : apps.plain;
    route(instance, { app, room, call, handler, admit: admits(name), state, limits, downloads, rate });
  }
  return { stop, sweep };
}

/** Whether another site's page or program makes this call. */
const isFromElsewhere = (call: Call): boolean => Boolean(call.cookieless || call.fromElsewhere);

function route(instance: FastifyInstance, config: RouteConfig): void {
  const { call, room } = config;
  const work = createHandlerStep(config);
  const reply = createReplyStep(config);
  instance.route({
    method: call.method,
    url: call.path,
    // Programs look at a file or a calendar before they fetch it. The live line has no end.
    exposeHeadRoute: Boolean(call.raw && call.reads) && room !== 'live',
    onRequest: createAccessStep(config),
    preHandler: createBodyStep(config),
    handler: async (request, to) => await unlessAnswered(to, async () => await reply(to, await work(request, to))),
    schema: {
      tags: [room],
      ...(call.method === 'GET' ? { querystring: plain(call.input) } : { body: plain(call.input) }),
      ...(call.files && { consumes: ['multipart/form-data'] }),
      ...(call.raw ? {} : { response: { 200: envelope(plain(call.output)) } }),
    },
    serializerCompiler: ({ schema }) => {
      let write: ((data: unknown) => string) | null = null;
      return (data) => {
        // Of the hundreds of calls a portal that was just started, or a test, makes a few.
        write ??= stringify(schema as unknown as Parameters<typeof stringify>[0]);
        return write(data);
      };
    },
    // The reader of the second step is the one validator; the schema here serves the reply filter and OpenAPI.
    validatorCompiler: () => (value) => ({ value }),
    attachValidation: false,
  });
}

/** A limit may have answered before the work came to its end. */
async function unlessAnswered(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    const answer = await work();
    return reply.sent ? reply : answer;
  } catch (refusal) {
    if (reply.sent) return reply;
    throw refusal;
  }
}

/** Prepares requests for what the steps keep in them. */
export function decorateRequests(fastify: FastifyInstance): void {
  for (const name of ['caller', 'program', 'parsed', 'timers', 'trace'] satisfies (keyof FastifyRequest)[])
    fastify.decorateRequest(name, null);
}

const plainOnes = new WeakMap<object, object>();

/** A schema as plain data, without the library's hidden marks; made once, for a process may open several portals. */
function plain(schema: object): object {
  const made = plainOnes.get(schema) ?? (JSON.parse(JSON.stringify(schema)) as object);
  plainOnes.set(schema, made);
  return made;
}

function envelope(data: object): object {
  return {
    type: 'object',
    properties: {
      result: { type: 'integer' },
      error: { type: 'null' },
      data,
    },
  };
}
