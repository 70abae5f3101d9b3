import type { Call } from '@bilim/contract/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session.ts';
import { toRefusal } from '../core/refusal.ts';
import { parseLanguageCookie } from '../core/translations.ts';
import type { Database, Db } from '../database/database.ts';
import { checkQuota } from '../files/files.ts';
import type { LiveAudience, LiveEvents } from '../live/live.ts';
import { runIdempotently } from './idempotency.ts';
import { type ParsedRequest, type RouteConfig, rateLimitKey } from './route-config.ts';

/** What happens when the work is over, gathered while it runs. */
class Aftermath {
  readonly liveEvents: Parameters<LiveEvents['publish']>[0][number][] = [];
  readonly works: (() => void)[] = [];
  /** The answer is a kept one. */
  replayed = false;
  /** The work came to its end; whether it was committed is another matter. */
  isDone = false;

  /** A transaction may run again; what its first try gathered is forgotten. */
  forget(): void {
    this.isDone = false;
    this.liveEvents.length = 0;
    this.works.length = 0;
  }
}

/**
 * The third and fourth step: idempotency, and the room's handler inside the call's transaction, which a repeated
 * request does not run again. Live events are sent after the commit, and uploaded files are kept only with it. Gives
 * the data of the answer.
 */
export function createHandlerStep(config: RouteConfig) {
  const { app, call, room, state, handler } = config;

  const contextOf = (request: FastifyRequest, reply: FastifyReply, parsed: ParsedRequest, after: Aftermath) => ({
    ...parsed,
    caller: request.caller,
    language: parseLanguageCookie(request.cookies[app.sessions.cookieNameOf('lang')] ?? request.cookies.lang),
    publish: (to: readonly LiveAudience[], key: string | null = null, eventRoom = room, cause?: string) => {
      after.liveEvents.push({ to, room: eventRoom, key, ...(cause !== undefined && { cause }) });
    },
    afterCommit: (work: () => void) => {
      after.works.push(work);
    },
    app,
    state,
    request,
    reply,
  });

  /** Work inside the call's transaction, with what holds for every call: the quota of files, the kept answer. */
  const within = (caller: Caller | null, parsed: ParsedRequest, after: Aftermath, work: (db: Db) => Promise<unknown>) =>
    runner(
      app.database,
      call,
    )(async (db) => {
      after.forget();
      const { data, replayed } = await runIdempotently(db, parsed.repeatable, async () => {
        if (parsed.files.length && caller) await checkQuota(db, caller.uid, parsed.files, app.settings.quotaMb);
        return await work(db);
      });
      after.replayed = replayed;
      after.isDone = !replayed;
      return data;
    });

  const run = (request: FastifyRequest, reply: FastifyReply, parsed: ParsedRequest, after: Aftermath) => {
    const asked = contextOf(request, reply, parsed, after);
    const transact = (work: (db: Db) => Promise<unknown>) => within(request.caller, parsed, after, work);
    if (!call.own) return transact((db) => handler({ ...asked, db }));
    const replayed = () => {
      after.replayed = true;
    };
    return handler({ ...asked, transact, replayed });
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const parsed = request.parsed as ParsedRequest;
    const after = new Aftermath();
    let isKept = false;
    try {
      const data = await run(request, reply, parsed, after);
      isKept = !after.replayed;
      for (const work of after.works) work();
      if (after.replayed) noteReplay(config, request, reply);
      app.live.publish(after.liveEvents);
      return data;
    } catch (failure) {
      // Whether the commit came through is not known: the files stay, and without rows the sweeper takes them.
      if (after.isDone && toRefusal(failure).status === 503) isKept = true;
      throw failure;
    } finally {
      if (parsed.files.length && !isKept) await app.files.remove(parsed.files.map(({ key }) => key));
    }
  };
}

/** A repeat says so, and does not count. */
function noteReplay({ app, rate }: RouteConfig, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('Idempotency-Replayed', 'true');
  if (rate && request.caller) app.rateLimit.refund(rateLimitKey(rate, request.caller));
}

/** On what a call runs: read-only as the contract says, else in a transaction. */
function runner(database: Database, { reads }: Call): <T>(work: (db: Db) => Promise<T>) => Promise<T> {
  if (reads) return (work) => database.readAnywhere(reads === true ? 'quick' : reads, work);
  return (work) => database.transaction(work);
}
