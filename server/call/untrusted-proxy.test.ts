import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';

let portal: TestPortal;
let lines: string[] = [];
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());
beforeEach(() => {
  lines = [];
});

const ofProxies = () => lines.filter((line) => line.includes('TRUST_PROXY')).map((line) => JSON.parse(line));

/** Starts a node with these settings and sends it requests with these headers, one after the other. */
async function hear(settings: Partial<TestPortal['settings']>, headers: Record<string, string>[]): Promise<void> {
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const app = await createApp({ settings: { ...portal.settings, ...settings }, database: portal.database, log });
  try {
    const base = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    for (const each of headers) assert.equal((await fetch(`${base}/healthz`, { headers: each })).status, 200);
  } finally {
    await app.close();
  }
}

const https = { publicAddress: 'https://lms.example.kg' };
const sent = { 'x-forwarded-for': '203.0.113.7' };

test('[SAFE-13] behind https an unnamed proxy is warned of at the start', async () => {
  await hear(https, []);
  assert.deepEqual(
    ofProxies().map(({ msg }) => msg),
    ['PUBLIC_URL is https, but no proxy is named: set TRUST_PROXY to its address, or all people count as one sender.'],
  );
});

test('[SAFE-13] it is warned of once more at the first forwarded header, without what that says of people', async () => {
  await hear({}, [{}, sent, sent, { forwarded: 'for=203.0.113.7' }]);
  const [warning, ...more] = ofProxies();
  assert.match(warning.msg, /^A request came through a proxy that is not named: set TRUST_PROXY/);
  assert.deepEqual([warning.header, warning.proxy, more.length], ['x-forwarded-for', '127.0.0.1', 0]);
  assert.ok(!lines.join('').includes('203.0.113.7'));
});

test('[SAFE-13] nothing is said of a proxy that is named, nor where there is none', async () => {
  await hear({ ...https, trustProxy: ['127.0.0.1'] }, [sent]);
  await hear({}, [{}]);
  assert.deepEqual(ofProxies(), []);
});
