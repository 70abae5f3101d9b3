import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import Fastify from 'fastify';
import { openDatabase } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { HealthCheck } from './health.ts';

describe('what machines ask', () => {
  let portal: TestPortal;
  before(async () => {
    portal = await openPortal();
  });
  after(() => portal.close());

  it('[SAFE-14] lives and is ready while the database answers, below /lms too', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok\n'],
      ['/readyz', 'ready\n'],
      ['/lms/healthz', 'ok\n'],
      ['/lms/readyz', 'ready\n'],
    ]) {
      const reply = await fetch(portal.base + path);
      assert.equal(reply.status, 200);
      assert.equal(await reply.text(), text);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      const head = await fetch(portal.base + path, { method: 'HEAD' });
      assert.deepEqual(
        [head.status, head.headers.get('content-length'), await head.text()],
        [200, `${text?.length}`, ''],
      );
    }
  });

  it('[OPS-02] is ready without its files, and says so', async () => {
    const fastify = Fastify();
    try {
      const health = new HealthCheck(
        portal.database,
        { size: 0 },
        { dataDir: '/' },
        { store: { answers: async () => false }, scanner: null },
      );
      health.mount(fastify, { metricsFrom: ['127.0.0.1'], metricsToken: null });
      const { statusCode, body } = await fastify.inject('/readyz');
      assert.deepEqual([statusCode, body], [200, 'ready, but the store of files does not answer\n']);
      assert.match((await fastify.inject('/metrics')).body, /^bilim_files_store_answers 0$/m);
    } finally {
      await fastify.close();
    }
    assert.match(await (await fetch(`${portal.base}/metrics`)).text(), /^bilim_files_store_answers 1$/m);
  });

  it('[OPS-11] is ready at once while its files hang: a proxy that waits for a second took all nodes away', async () => {
    const fastify = Fastify();
    const hanging = { answers: () => new Promise<boolean>(() => undefined) };
    try {
      const parts = { store: hanging, scanner: hanging };
      const health = new HealthCheck(portal.database, { size: 0 }, { dataDir: '/' }, parts);
      health.mount(fastify, { metricsFrom: [], metricsToken: null });
      const begun = performance.now();
      const { statusCode, body } = await fastify.inject('/readyz');
      const sentence = 'ready, but the store of files and the scanner of files do not answer\n';
      assert.deepEqual([statusCode, body], [200, sentence]);
      assert.ok(performance.now() - begun < 1_500);
    } finally {
      await fastify.close();
    }
  });

  it('counts calls by route and status, refusals by code, and never names a person', async () => {
    const student = await portal.as('student');
    await student.get(callsByRoom.profile.data);
    await student.ask(callsByRoom.news.insert, {}, { files: [] });
    const reply = await fetch(`${portal.base}/metrics`);
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await reply.text();
    assert.match(text, /bilim_call_seconds_count\{method="POST",path="\/api\/profile\/data\.json",status="200"\} 1/);
    assert.match(text, /bilim_refusals_total\{code="call\.notAllowed"\} 1/);
    assert.match(text, /bilim_live_streams 0/);
    assert.match(text, /bilim_database_waiting 0/);
    assert.match(text, /process_resident_memory_bytes \d/);
    const [own] = await student.get(callsByRoom.profile.data);
    assert.ok(own);
    assert.ok(!text.includes(own.fullName) && !text.includes('student'));
  });

  it('hides the metrics from whoever comes through a proxy', async () => {
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via']) {
      const reply = await fetch(`${portal.base}/metrics`, { headers: { [name]: '127.0.0.1' } });
      assert.equal(reply.status, 404, name);
      assert.equal(((await reply.json()) as { error: { code: string } }).error.code, 'call.notFound');
    }
  });
});

it('the metrics are hidden from addresses that METRICS_FROM does not hold', async () => {
  const portal = await openPortal({ METRICS_FROM: '192.0.2.0/24, 2001:db8::1' });
  try {
    assert.equal((await fetch(`${portal.base}/metrics`)).status, 404);
    assert.equal((await fetch(`${portal.base}/healthz`)).status, 200);
  } finally {
    await portal.close();
  }
  assert.throws(() => readSettings({ METRICS_FROM: 'everybody' }), /^StartupError: METRICS_FROM holds "everybody"/);
});

it('the metrics are served by a token from anywhere, and by no address behind a proxy unless it is named', async () => {
  const METRICS_TOKEN = 'a-token-of-the-watchman';
  const portal = await openPortal({ PUBLIC_URL: 'https://lms.example.kg', METRICS_TOKEN });
  const read = async (headers: Record<string, string>) => (await fetch(`${portal.base}/metrics`, { headers })).status;
  try {
    assert.equal(await read({}), 404, 'a proxy on this machine may say nothing of itself');
    assert.equal(await read({ authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '192.0.2.1' }), 200);
    assert.equal(await read({ authorization: 'Bearer another-token-of-some-length' }), 404);
  } finally {
    await portal.close();
  }
  assert.throws(() => readSettings({ METRICS_TOKEN: 'short' }), /^StartupError: METRICS_TOKEN must have 20 to 200/);
});

it('a portal whose database does not answer lives, but is not ready', async () => {
  const database = openDatabase('postgres://nobody:x@127.0.0.1:1/x', { databaseConnections: 2, timeZone: 'UTC' });
  const fastify = Fastify();
  try {
    new HealthCheck(database, { size: 0 }, { dataDir: '/' }).mount(fastify, { metricsFrom: [], metricsToken: null });
    assert.equal((await fastify.inject('/readyz')).statusCode, 503);
    assert.equal((await fastify.inject('/lms/readyz')).statusCode, 503);
    assert.equal((await fastify.inject('/healthz')).statusCode, 200);
  } finally {
    await fastify.close();
    await database.close();
  }
});
