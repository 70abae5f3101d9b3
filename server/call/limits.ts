import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Deadline, Deadlines } from '../core/deadlines.ts';
import { Refusal } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs while the body is awaited. */
    bodyDeadline: Deadline | null;
    /** Runs until the call is answered. */
    answerDeadline: Deadline | null;
    /** The next look whether the database is silent. */
    silenceDeadline: Deadline | null;
  }
}

const bodyWithin = 20_000;
const answerWithin = 25_000;
/** A call that waits for a database that says nothing ends after so long; looked at every so often. */
const silentFor = 8000;
const lookEvery = 1000;

/** How long calls may take (ms): until their body is there, until they are answered, and behind a silent database. */
export class CallLimits {
  readonly #database: Pick<Database, 'silence'>;
  readonly #bodies = new Deadlines(bodyWithin);
  readonly #answers = new Deadlines(answerWithin);
  readonly #looks = new Deadlines(lookEvery);

  constructor(database: Pick<Database, 'silence'>) {
    this.#database = database;
  }

  /** Cuts the connection when the body does not come. */
  awaitBody(request: FastifyRequest): void {
    request.bodyDeadline = this.#bodies.begin(() => request.raw.destroy());
  }

  /** Answers 503 when the call is not answered in time. */
  awaitAnswer(request: FastifyRequest, reply: FastifyReply): void {
    request.answerDeadline = this.#answers.begin(() => unavailable(reply));
  }

  /** Answers 503 when the database says nothing; one that answers others may be waited for. */
  awaitDatabase(request: FastifyRequest, reply: FastifyReply): void {
    const begun = performance.now();
    const look = () => {
      if (reply.raw.headersSent || reply.raw.destroyed) return;
      if (Math.min(performance.now() - begun, this.#database.silence) >= silentFor) unavailable(reply);
      else request.silenceDeadline = this.#looks.begin(look);
    };
    request.silenceDeadline = this.#looks.begin(look);
  }
}

function unavailable(reply: FastifyReply): void {
  if (!reply.sent && !reply.raw.headersSent) reply.send(new Refusal('call.unavailable', 503));
}

/** Calls off whatever runs for a request that was answered. */
export function endLimits(request: FastifyRequest): void {
  request.bodyDeadline?.end();
  request.answerDeadline?.end();
  request.silenceDeadline?.end();
}
