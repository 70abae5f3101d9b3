import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { everything } from '@bilim/contract/everything.ts';
import postgres from 'postgres';
import { readSettings } from '../settings.ts';
import { openPortal, type Portal } from '../test/as.ts';
import { until } from '../test/http.ts';

describe('what machines ask', () => {
  let portal: Portal;
  before(async () => {
    portal = await openPortal();
  });
  after(() => portal.close());

  it('lives and is ready while the database answers', async () => {
    for (const [path, text] of [
      ['/healthz', 'ok\n'],
      ['/readyz', 'ready\n'],
    ]) {
      const reply = await fetch(portal.base + path);
      assert.equal(reply.status, 200);
      assert.equal(await reply.text(), text);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
  });

  it('counts calls by route and status, refusals by code, and never names a person', async () => {
    const student = await portal.as('student');
    await student.get(everything.profile.data);
    await student.ask(everything.news.insert, {}, { files: [] });
    const reply = await fetch(`${portal.base}/metrics`);
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await reply.text();
    assert.match(text, /bilim_call_seconds_count\{method="POST",path="\/api\/profile\/data\.json",status="200"\} 1/);
    assert.match(text, /bilim_refusals_total\{code="call\.notAllowed"\} 1/);
    assert.match(text, /bilim_live_streams 0/);
    assert.match(text, /bilim_database_waiting 0/);
    assert.match(text, /process_resident_memory_bytes \d/);
    const [own] = await student.get(everything.profile.data);
    assert.ok(own);
    assert.ok(!text.includes(own.fullName) && !text.includes('student'));
  });

  it('hides the figures from whoever comes through a proxy', async () => {
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via']) {
      const reply = await fetch(`${portal.base}/metrics`, { headers: { [name]: '127.0.0.1' } });
      assert.equal(reply.status, 404, name);
      assert.equal(((await reply.json()) as { error: { code: string } }).error.code, 'call.notFound');
    }
  });
});

it('the figures are hidden from addresses that METRICS_FROM does not hold', async () => {
  const portal = await openPortal({ METRICS_FROM: '192.0.2.0/24, 2001:db8::1' });
  try {
    assert.equal((await fetch(`${portal.base}/metrics`)).status, 404);
    assert.equal((await fetch(`${portal.base}/healthz`)).status, 200);
  } finally {
    await portal.close();
  }
  assert.throws(() => readSettings({ METRICS_FROM: 'everybody' }), /^CannotStart: METRICS_FROM holds "everybody"/);
});

it('a portal without its database lives, but is not ready; it is again as soon as the database is back', async () => {
  const portal = await openPortal();
  const name = new URL(portal.database.url).pathname.slice(1);
  const ready = async () => (await fetch(`${portal.base}/readyz`)).status;
  const elsewhere = new URL(portal.database.url);
  elsewhere.pathname = '/postgres';
  const sql = postgres(elsewhere.href, { max: 1, onnotice: () => undefined });
  try {
    assert.equal(await ready(), 200);
    await sql.unsafe(`alter database ${name} with allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await until('it is not ready', async () => (await ready()) === 503);
    assert.equal((await fetch(`${portal.base}/healthz`)).status, 200);
    await sql.unsafe(`alter database ${name} with allow_connections true`);
    await until('it is ready again', async () => (await ready()) === 200);
  } finally {
    await sql.end();
    await portal.close();
  }
});
