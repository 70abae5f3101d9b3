import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { delayReplyUntil, runAfterReplyWork } from './reply-work.ts';

const aRequest = () => ({}) as FastifyRequest;

test('a reply goes at once where nothing was begun for its request, and once after all that was', async () => {
  const [idle, busy] = [aRequest(), aRequest()];
  const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { promise } of works) delayReplyUntil(busy, promise);
  const gone: string[] = [];
  runAfterReplyWork(idle, () => gone.push('idle'));
  const left = Promise.withResolvers<void>();
  runAfterReplyWork(busy, () => {
    gone.push('busy');
    left.resolve();
  });
  works[0]?.resolve();
  await works[0]?.promise;
  gone.push('first');
  works[1]?.resolve();
  await left.promise;
  assert.deepEqual(gone, ['idle', 'first', 'busy']);
});

test('work that hangs does not keep a reply', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const request = aRequest();
  const { promise } = Promise.withResolvers<void>();
  delayReplyUntil(request, promise);
  let gone = 0;
  runAfterReplyWork(request, () => gone++);
  assert.equal(gone, 0);
  t.mock.timers.tick(1000);
  assert.equal(gone, 1);
});
