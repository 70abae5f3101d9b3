import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { createSelfSignedCertificate } from '../test/certificate.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { type ClientOptions, createPostgresClient } from './postgres-client.ts';

let database: TestDatabase;
let folder: string;
const undo: (() => void)[] = [];
before(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bilim-client-'));
});
after(async () => {
  for (const end of undo) end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Something before PostgreSQL that takes connections in its own way. */
async function open(take: (client: Socket) => void, path?: string): Promise<number> {
  const server = createServer(take);
  await new Promise<void>((listening) => server.listen(path ?? { port: 0, host: '127.0.0.1' }, listening));
  undo.push(() => server.close());
  return path === undefined ? (server.address() as AddressInfo).port : 0;
}

function toDatabase(client: Socket): void {
  const { port, hostname } = new URL(database.url);
  const there = connect(Number(port), hostname);
  client.on('error', () => there.destroy()).on('close', () => there.destroy());
  there.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.pipe(there).pipe(client);
}

/** PostgreSQL's own way into TLS: asked for in the clear, then begun. */
function takeSecured(client: Socket): void {
  client.once('data', () => {
    client.write('S');
    const { certificate, key } = createSelfSignedCertificate();
    toDatabase(new TLSSocket(client, { isServer: true, cert: certificate, key }));
  });
}

function at(host: string): string {
  const { username, password, pathname } = new URL(database.url);
  return `postgres://${username}:${password}@${host}${pathname}`;
}

async function answer(url: string, options: ClientOptions = {}): Promise<number> {
  const sql = createPostgresClient(url, { max: 1, onnotice: () => undefined, ...options });
  try {
    const [row] = await sql<{ one: number }[]>`select 1 as one`;
    return row?.one ?? 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** One connection, ended after the tests. */
function oneConnection(options: ClientOptions = {}): Sql {
  const sql = createPostgresClient(database.url, { max: 1, onnotice: () => undefined, ...options });
  undo.push(() => void sql.end({ timeout: 1 }));
  return sql;
}

describe('the connections to PostgreSQL', () => {
  it('send at once, without waiting for more', async (t) => {
    const { mock } = t.mock.method(Socket.prototype, 'setNoDelay');
    assert.equal(await answer(database.url), 1);
    assert.deepEqual(
      mock.calls.map(({ arguments: [isOn] }) => isOn),
      [true],
    );
  });

  it('keep TLS, with the name of the host', async () => {
    const port = await open(takeSecured);
    const names: string[] = [];
    const checkServerIdentity = (name: string) => {
      names.push(name);
      return undefined;
    };
    const ssl = { rejectUnauthorized: true, ca: [], checkServerIdentity };
    await assert.rejects(answer(at(`localhost:${port}`), { ssl }), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    assert.equal(await answer(at(`localhost:${port}`), { ssl: 'require' }), 1);
  });

  it('come over a socket of the file system', async () => {
    await open(toDatabase, join(folder, '.s.PGSQL.5432'));
    const { username, password, pathname } = new URL(database.url);
    const options = { host: folder, port: 5432, username, password, database: pathname.slice(1) };
    assert.equal(await answer('postgres://', options), 1);
  });

  it('go to the next host when one refuses', async () => {
    const { port } = new URL(database.url);
    assert.equal(await answer(at(`127.0.0.1:1,127.0.0.1:${port}`)), 1);
  });

  it('name a host that refuses, and one that does not answer', async () => {
    await assert.rejects(answer(at('127.0.0.1:1')), { code: 'ECONNREFUSED' });
    const silent = await open(() => undefined);
    await assert.rejects(answer(at(`127.0.0.1:${silent}`), { connect_timeout: 1 }), {
      code: 'CONNECT_TIMEOUT',
      port: silent,
    });
  });

  it('refuse what a transaction asks after its connection closed, and end nothing else', async () => {
    const [sql, aside] = [oneConnection(), oneConnection()];
    const [closed, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
    const transaction = sql.begin(async (db) => {
      const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await aside`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`;
      await closed.promise;
      const code = (failure: { code: string }) => failure.code;
      refused.resolve([await db`select 1`.catch(code), await db`create table too_late ()`.catch(code)]);
    });
    await assert.rejects(transaction, { code: 'CONNECTION_CLOSED' });
    // The next connection is there before the transaction notices that its own is gone.
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
    closed.resolve();
    assert.deepEqual(await refused.promise, ['CONNECTION_CLOSED', 'CONNECTION_CLOSED']);
    assert.deepEqual([...(await sql`select to_regclass('too_late') as is`)], [{ is: null }]);
  });

  it('refuse what is asked of a reserved one that closed, and end nothing else', async () => {
    const [sql, aside] = [oneConnection(), oneConnection()];
    const reserved = await sql.reserve();
    const [row] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await aside`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`;
    await assert.rejects(reserved`select 1`, { code: 'CONNECTION_CLOSED' });
  });

  it('start again after one that closed with pending data', async (t) => {
    const { mock } = t.mock.method(Socket.prototype, 'setNoDelay');
    const sql = oneConnection({ connect_timeout: 5 });
    await sql`select 1`;
    const [opened] = mock.calls;
    assert.ok(opened?.this instanceof Socket);
    opened.this.destroy();
    // What is written now would be sent in the loop's next round; the connection is closed in this one.
    await new Promise((round) => setImmediate(round));
    await assert.rejects(sql`select 2`, { code: 'CONNECTION_CLOSED' });
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
  });

  it('are opened in this one place', () => {
    const home = fileURLToPath(new URL('../..', import.meta.url));
    const isOurs = (path: string) => !/\.test\.ts$|^server\/test\//.test(path);
    const paths = globSync('{server,bench,scripts}/**/*.ts', { cwd: home }).filter(isOurs);
    const opening = paths.filter((path) => /(?<![\w.`/])postgres\(/.test(readFileSync(join(home, path), 'utf8')));
    assert.deepEqual(opening, ['server/database/postgres-client.ts']);
  });
});
