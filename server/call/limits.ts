import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';

type Limited = 'body' | 'answer' | 'silence';

declare module 'fastify' {
  interface FastifyRequest {
    /** What runs out for this request: its body, its answer, the database's silence. */
    timers: Partial<Record<Limited, NodeJS.Timeout>> | null;
  }
}

const bodyWithin = 20_000;
const answerTimeoutMs = 25_000;
/** Time limit (ms) of a call whose database does not answer; checked every `lookEvery`. */
const silentFor = 8000;
const lookEvery = 1000;
/** The rest of a body is read for so long after the answer: a client that still sends may not see it otherwise. */
const readOn = 2000;

/** How long calls may take (ms): until their body is there, until they are answered, and behind a silent database. */
export class CallTimeLimits {
  readonly #database: Pick<Database, 'silence'>;

  constructor(database: Pick<Database, 'silence'>) {
    this.#database = database;
  }

  /** Cuts the connection when the body does not come. */
  awaitBody(request: FastifyRequest): void {
    keep(
      request,
      'body',
      setTimeout(() => request.raw.destroy(), bodyWithin),
    );
  }

  /** Answers 503 when the call is not answered in time. */
  awaitAnswer(request: FastifyRequest, reply: FastifyReply): void {
    keep(
      request,
      'answer',
      setTimeout(() => unavailable(reply), answerTimeoutMs),
    );
  }

  /** Answers 503 when the database says nothing; one that answers others may be waited for. */
  awaitDatabase(request: FastifyRequest, reply: FastifyReply): void {
    const begun = performance.now();
    const look = () => {
      if (reply.raw.headersSent || reply.raw.destroyed) clearDatabaseTimeout(request);
      else if (Math.min(performance.now() - begun, this.#database.silence) >= silentFor) unavailable(reply);
    };
    keep(request, 'silence', setInterval(look, lookEvery));
  }
}

function keep(request: FastifyRequest, what: Limited, timer: NodeJS.Timeout): void {
  request.timers ??= {};
  request.timers[what] = timer.unref();
}

function unavailable(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  reply.send(new Refusal('call.unavailable', 503));
  // From now on it counts as sent, though it may still wait for its audit line: the call itself answers no more.
  reply.hijack();
}

const end = (request: FastifyRequest, what: Limited): void => clearTimeout(request.timers?.[what]);

/** The body is there. */
export const clearBodyTimeout = (request: FastifyRequest): void => end(request, 'body');

/** Ends the timer of `awaitDatabase`: nothing of the call waits for the database just now. */
export const clearDatabaseTimeout = (request: FastifyRequest): void => end(request, 'silence');

/** The call has its answer, which may still wait for its audit line: no limit overtakes it any more. */
export function clearAnswerTimeouts(request: FastifyRequest): void {
  end(request, 'answer');
  end(request, 'silence');
}

/** Whether a body was announced that is not there to its end. */
export const isBodyIncomplete = ({ raw }: FastifyRequest): boolean =>
  !raw.complete && (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0);

/** Calls off whatever runs for a request that was answered; a body that goes on after that is cut off soon. */
export function clearCallTimers(request: FastifyRequest): void {
  for (const timer of Object.values(request.timers ?? {})) clearTimeout(timer);
  if (!isBodyIncomplete(request)) return;
  const { raw } = request;
  const limit = setTimeout(() => raw.destroy(), readOn);
  raw.once('close', () => clearTimeout(limit));
  raw.resume();
}
