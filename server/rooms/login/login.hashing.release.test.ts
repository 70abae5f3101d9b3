import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createBareEnvironment } from '../../test/program.ts';
import { passwords, TestClient } from '../../test/test-client.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'bilim-hashing-'));
const fileOf = (name: string) => fileURLToPath(new URL(`../../test/${name}.ts`, import.meta.url));
let database: TestDatabase;
let sql: Sql;
/** A process of its own, in which nothing has loaded the library before it is counted. */
let portal: ChildProcess;
let base: string;

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  portal = fork(fileOf('portal'), {
    execArgv: ['--import', fileOf('counting-hashes')],
    env: { ...createBareEnvironment(), DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
  });
  base = `http://127.0.0.1:${await answer<number>()}`;
});
after(async () => {
  portal?.kill();
  await sql?.end();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function answer<T>(): Promise<T> {
  const [message] = (await once(portal, 'message')) as [T];
  return message;
}

async function verifications(): Promise<number> {
  const reply = answer<number>();
  portal.send('verifications');
  return await reply;
}

test('[AUTH-03] every sign-in costs exactly one hash verification, whatever is wrong with it', async () => {
  const first = 'abcd-efgh-ijkl-mnop-qrst';
  await sql`
    update account set password_hash = 'sha256$salt1$' || encode(sha256(${`salt1${first}`}::bytea), 'hex')
    where login = 'student3'`;
  await sql`update account set blocked = true where login = 'student2'`;
  for (const [login, password, status] of [
    ['student', passwords.student, 200],
    ['student', 'Wrong1', 401],
    ['no-such-login', 'Wrong1', 401],
    ['student2', passwords.student2, 401],
    ['student3', first, 200],
    ['student3', 'Wrong1', 401],
  ] as const) {
    const before = await verifications();
    assert.equal((await new TestClient(base).signIn(login, password)).status, status);
    assert.equal((await verifications()) - before, 1, `${login} ${password}`);
  }
});
