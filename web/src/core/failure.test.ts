import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  busyRetryDelayMs,
  classifyError,
  classifyStatus,
  Failure,
  type FailureKind,
  isUnanswered,
  toFailure,
} from './failure.ts';
import { isPortalBusy, isWorthRetrying } from './retrying.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error('x'), { name, ...more });

test('[BASE-10] an answer is classed by its status', () => {
  for (const status of [200, 204, 299]) assert.equal(classifyStatus(status), null);
  for (const status of [400, 401, 403, 404, 409, 413, 422, 429, 499])
    assert.equal(classifyStatus(status), 'CLIENT_ERROR');
  for (const status of [500, 503, 599]) assert.equal(classifyStatus(status), 'SERVER_ERROR');
  for (const status of [0, 101, 302, 600]) assert.equal(classifyStatus(status), 'UNKNOWN_ERROR');
});

test('[BASE-10] what was thrown is classed by its kind', () => {
  const thrown: [unknown, FailureKind][] = [
    [named('TimeoutError'), 'TIMEOUT_ERROR'],
    [named('Error', { code: 'ECONNABORTED' }), 'TIMEOUT_ERROR'],
    [named('Error', { code: 'ECONNREFUSED' }), 'CONNECTION_ERROR'],
    [named('Error', { code: 'ECONNRESET' }), 'CONNECTION_ERROR'],
    [new Error('Network Error'), 'NETWORK_ERROR'],
    [new TypeError('Failed to fetch'), 'NETWORK_ERROR'],
    [named('AbortError'), 'CANCEL_ERROR'],
    [new Error('anything'), 'UNKNOWN_ERROR'],
    ['text', 'UNKNOWN_ERROR'],
    [null, 'UNKNOWN_ERROR'],
  ];
  for (const [error, kind] of thrown) assert.equal(classifyError(error), kind, String(error));
});

test('[BASE-10] a failure keeps what the server said; a retry is offered where it may help', () => {
  const refused = new Failure('CLIENT_ERROR', 422, { code: 'x.y', message: 'Слово', fields: { a: 'б' } });
  assert.equal(toFailure(refused), refused);
  assert.deepEqual([refused.status, refused.code, refused.message, refused.fields], [422, 'x.y', 'Слово', { a: 'б' }]);
  assert.equal(isWorthRetrying(refused), false);
  assert.equal(isUnanswered(refused), false);
  for (const kind of ['TIMEOUT_ERROR', 'CONNECTION_ERROR', 'NETWORK_ERROR'] as const) {
    assert.equal(isUnanswered(new Failure(kind)), true);
    assert.equal(isWorthRetrying(new Failure(kind)), true);
  }
  assert.equal(isUnanswered(new Failure('SERVER_ERROR', 500, { code: 'call.failed' })), false);
  assert.equal(isUnanswered(new Failure('SERVER_ERROR', 502)), true);
  assert.equal(isWorthRetrying(new Failure('SERVER_ERROR', 503)), true);
  assert.equal(isWorthRetrying(new Failure('CLIENT_ERROR', 429)), true);
  assert.equal(isWorthRetrying(new Failure('CANCEL_ERROR')), false);
});

test('a busy portal is asked again after longer and longer pauses, but not by all at once', () => {
  assert.equal(isPortalBusy(new Failure('SERVER_ERROR', 503, { code: 'call.unavailable' })), true);
  assert.equal(isPortalBusy(new Failure('SERVER_ERROR', 503)), false);
  assert.equal(isPortalBusy(new Failure('SERVER_ERROR', 500, { code: 'call.failed' })), false);
  for (let tries = 0; tries < 20; tries++) {
    const longest = Math.min(6000, 800 * 1.5 ** tries);
    const pauses = Array.from({ length: 50 }, () => busyRetryDelayMs(tries));
    assert.ok(pauses.every((pause) => pause >= longest / 2 && pause <= longest));
    assert.ok(new Set(pauses).size > 1);
  }
});
