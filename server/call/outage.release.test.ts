import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import postgres from 'postgres';
import { type App, createApp } from '../app.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { readSettings } from '../settings.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { tolerateLostConnections } from '../test/lost-connections.ts';
import { type DatabaseRelay, openRelay } from '../test/relay.ts';
import { openPortal } from '../test/test-client.ts';

let expectNone: () => void;
before(() => {
  expectNone = tolerateLostConnections();
});
after(() => expectNone());

describe('a database that is unavailable for a while', () => {
  const lines: { level: number; msg: string; refused?: number; err?: unknown }[] = [];
  let copy: TestDatabase;
  let relay: DatabaseRelay;
  let database: Database;
  let app: App;
  let folder: string;
  before(async () => {
    copy = await createTestDatabase();
    relay = await openRelay(copy.url);
    folder = await mkdtemp(join(tmpdir(), 'bilim-outage-'));
    const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
    database = openDatabase(relay.url, settings);
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    app = await createApp({ settings, database, log });
  });
  after(async () => {
    await app.close();
    await database.close();
    await relay.close();
    await copy.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Looks for a session, which nobody has. */
  const ask = () =>
    app.fastify.inject({
      url: callsByRoom.discipline.currentYear.path,
      cookies: { [app.context.sessions.cookieName]: randomBytes(32).toString('base64url') },
    });
  const warned: Error[] = [];
  const warningReceived = (warning: Error) => warned.push(warning);
  before(() => process.on('warning', warningReceived));
  after(() => process.off('warning', warningReceived));
  const ready = async () => (await app.fastify.inject('/readyz')).statusCode;

  it('[SAFE-14] is logged once when it is lost and once when it is available again, with how many calls were refused', async () => {
    assert.equal(await ready(), 200);
    relay.shut(true);
    for (let times = 0; times < 20; times++)
      for (const { statusCode } of await Promise.all([ask(), ask(), ask()])) assert.equal(statusCode, 503);
    assert.equal(await ready(), 503);
    relay.shut(false);
    await waitUntil('it is back', () => lines.some(({ msg }) => msg === 'the database can be used again'));
    assert.equal(await ready(), 200);
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [
        [50, 'the database cannot be used, calls are refused'],
        [40, 'the database can be used again'],
      ],
    );
    assert.equal(lines[1]?.refused, 60);
    assert.deepEqual(warned, []);
  });
});

it('[SAFE-14] a database that gives no connection is logged once, also when no call has met it', async () => {
  const copy = await createTestDatabase();
  const owner = postgres(copy.url, { max: 1, onnotice: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'bilim-outage-'));
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
  const database = openDatabase(copy.url, settings);
  const lines: { msg: string; err?: unknown }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = await createApp({ settings, database, log });
  const ready = async () => (await app.fastify.inject('/readyz')).statusCode;
  const name = new URL(copy.url).pathname.slice(1);
  try {
    assert.equal(await ready(), 200);
    await owner.unsafe(`alter database ${name} connection limit 0`);
    await owner`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'bilim'`;
    await waitUntil('it is not ready', async () => (await ready()) === 503);
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['the database cannot be used, calls are refused'],
      'whoever looks at /readyz finds in the log why',
    );
    for (let times = 0; times < 20; times++) {
      const asked = await app.fastify.inject({
        url: callsByRoom.discipline.currentYear.path,
        cookies: { [app.context.sessions.cookieName]: randomBytes(32).toString('base64url') },
      });
      assert.equal(asked.statusCode, 503);
    }
    await owner.unsafe(`alter database ${name} connection limit -1`);
    await waitUntil('it is ready', async () => (await ready()) === 200);
    await waitUntil('it is back', () => lines.some(({ msg }) => msg === 'the database can be used again'));
    assert.equal(lines.length, 2, JSON.stringify(lines));
  } finally {
    await owner.end();
    await app.close();
    await database.close();
    await copy.drop();
    await rm(folder, { recursive: true, force: true });
  }
});

it('[SAFE-14] a database that has become read-only refuses as one that is unavailable, and is used again without a new start', async () => {
  const portal = await openPortal();
  const { ownerSql, base } = portal;
  const name = new URL(portal.database.url).pathname.slice(1);
  const turn = async (statement: string) => {
    await ownerSql.unsafe(`alter database ${name} ${statement}`);
    await ownerSql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'bilim'`;
  };
  const readyz = async () => (await fetch(`${base}/readyz`)).status;
  try {
    const editor = await portal.as('editor');
    const write = async () => (await editor.ask(callsByRoom.news.insert, { message: 'x' })).status;
    await turn('set default_transaction_read_only = on');
    await waitUntil('it is not ready', async () => (await readyz()) === 503);
    assert.equal(await write(), 503);
    await ownerSql.unsafe(`set default_transaction_read_only = off`);
    await ownerSql.unsafe(`alter database ${name} reset default_transaction_read_only`);
    await waitUntil('it is ready', async () => (await readyz()) === 200);
    assert.equal(await write(), 200);
  } finally {
    await portal.close();
  }
});
