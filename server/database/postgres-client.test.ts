import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { ownCertificate } from '../test/certificate.ts';
import { emptyDatabase, type TestDatabase } from '../test/database.ts';
import { type ClientOptions, postgresClient } from './postgres-client.ts';

let database: TestDatabase;
let folder: string;
const undo: (() => void)[] = [];
before(async () => {
  database = await emptyDatabase();
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
    const { certificate, key } = ownCertificate();
    toDatabase(new TLSSocket(client, { isServer: true, cert: certificate, key }));
  });
}

function at(host: string): string {
  const { username, password, pathname } = new URL(database.url);
  return `postgres://${username}:${password}@${host}${pathname}`;
}

async function answer(url: string, options: ClientOptions = {}): Promise<number> {
  const sql = postgresClient(url, { max: 1, onnotice: () => undefined, ...options });
  try {
    const [row] = await sql<{ one: number }[]>`select 1 as one`;
    return row?.one ?? 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
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

  it('tell of a host that refuses, and of one that keeps silent', async () => {
    await assert.rejects(answer(at('127.0.0.1:1')), { code: 'ECONNREFUSED' });
    const silent = await open(() => undefined);
    await assert.rejects(answer(at(`127.0.0.1:${silent}`), { connect_timeout: 1 }), {
      code: 'CONNECT_TIMEOUT',
      port: silent,
    });
  });

  it('are opened in this one place', () => {
    const home = fileURLToPath(new URL('../..', import.meta.url));
    const isOurs = (path: string) => !/\.test\.ts$|^server\/test\//.test(path);
    const paths = globSync('{server,bench,scripts}/**/*.ts', { cwd: home }).filter(isOurs);
    const opening = paths.filter((path) => /(?<![\w.`/])postgres\(/.test(readFileSync(join(home, path), 'utf8')));
    assert.deepEqual(opening, ['server/database/postgres-client.ts']);
  });
});
