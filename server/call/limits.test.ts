import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { delayReplyUntil } from '../core/reply-work.ts';
import { openDatabase } from '../database/database.ts';
import { WebBooks } from '../files/web-books.ts';
import { readSettings } from '../settings.ts';
import { HealthCheck } from './health.ts';
import { CallTimeLimits } from './limits.ts';
import { decorateRequests } from './mount.ts';
import { addResponseHooks } from './response-hooks.ts';
import type { AppContext } from './room.ts';

/** Milliseconds after which a call is answered with 503. */
const limit = 25_000;

describe('a call that is done about when its time is over', () => {
  let fastify: FastifyInstance;
  /** What the call does, its audit line, and that it has begun. */
  let work: PromiseWithResolvers<string>;
  let audit: PromiseWithResolvers<void>;
  let begun: PromiseWithResolvers<void>;
  beforeEach(() => {
    work = Promise.withResolvers<string>();
    audit = Promise.withResolvers<void>();
    begun = Promise.withResolvers<void>();
  });
  before(async () => {
    const settings = readSettings({});
    const log = pino({ level: 'silent' });
    const database = openDatabase('postgres://127.0.0.1/nobody', settings);
    const health = new HealthCheck(database, { size: 0 }, settings);
    // What a request needs of the portal before it reaches a call; nothing of it asks the database.
    const app = { settings, webBooks: new WebBooks(null as never, null as never, settings) } as AppContext;
    fastify = Fastify();
    decorateRequests(fastify);
    addResponseHooks(fastify, { app, health, log });
    const limits = new CallTimeLimits({ silence: 0 });
    fastify.get('/slow', async (request: FastifyRequest, reply: FastifyReply) => {
      limits.awaitAnswer(request, reply);
      delayReplyUntil(request, audit.promise);
      begun.resolve();
      return await work.promise;
    });
    await fastify.ready();
  });
  after(() => fastify.close());
  const ask = async () => await fastify.inject('/slow');
  /** Lets what is settled go on to where it waits next. */
  const settle = () => new Promise<void>((done) => setImmediate(done));

  test('[SAFE-14] is answered once, with what it did, when its time is over while its audit line is written', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answer = ask();
    await begun.promise;
    t.mock.timers.tick(limit - 100);
    work.resolve('done');
    await settle();
    t.mock.timers.tick(200);
    audit.resolve();
    const { statusCode, body } = await answer;
    await settle();
    assert.deepEqual([statusCode, body], [200, 'done']);
  });

  test('[SAFE-14] is answered once, with 503, when it is done while that answer waits for its audit line', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answer = ask();
    await begun.promise;
    t.mock.timers.tick(limit);
    await settle();
    work.resolve('done');
    await settle();
    audit.resolve();
    const { statusCode, body } = await answer;
    await settle();
    assert.deepEqual([statusCode, JSON.parse(body).code], [503, 'call.unavailable']);
  });
});
