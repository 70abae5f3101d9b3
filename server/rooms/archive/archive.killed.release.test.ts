import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { unzipSync } from 'fflate';
import postgres, { type Sql } from 'postgres';
import { fetchArchive, fetchArchiveKey, fetchArchiveState } from '../../test/archive.ts';
import { createDatabaseClockEnvironment, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { waitUntil } from '../../test/http.ts';
import { passwords, TestClient } from '../../test/test-client.ts';

const { archive } = callsByRoom;

let database: TestDatabase;
let sql: Sql;
const dataDir = mkdtempSync(join(tmpdir(), 'bilim-killed-'));
const portals: ChildProcess[] = [];

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
});
after(async () => {
  for (const portal of portals) portal.kill('SIGKILL');
  await sql.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A portal in a process of its own, and somebody who is signed in there. */
async function openedPortal(): Promise<{ portal: ChildProcess; student: TestClient }> {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_PERCENT: '1000',
  };
  const portal = fork(fileURLToPath(new URL('../../test/portal.ts', import.meta.url)), [], {
    env: { ...process.env, ...createDatabaseClockEnvironment(database.url), ...settings },
  });
  portals.push(portal);
  const [port] = (await once(portal, 'message')) as [number];
  const student = new TestClient(`http://127.0.0.1:${port}`);
  await student.signIn('student', passwords.student);
  return { portal, student };
}

test('[PEOPLE-06] an archive whose node is killed is made by the next one, whole', async () => {
  const first = await openedPortal();
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`lock table message in access exclusive mode`;
  const pressed = first.student.ask(archive.make);
  await waitUntil('its reading waits for the table', async () => {
    const [{ waits } = { waits: 0 }] = await sql<{ waits: number }[]>`
      select count(*)::int as waits from pg_locks where relation = 'message'::regclass and not granted`;
    return waits > 0;
  });
  first.portal.kill('SIGKILL');
  await once(first.portal, 'exit');
  await pressed.catch(() => null);
  await lock`rollback`;
  lock.release();
  const [begun] = await sql`select state, tries, leased_until > now() as held from personal_archive`;
  assert.deepEqual({ ...begun }, { state: 'waiting', tries: 1, held: true });

  // Nobody waits two minutes here.
  await sql`update personal_archive set leased_until = now()`;
  const { student } = await openedPortal();
  // Asked for again, it would be another one once this is ready.
  await waitUntil('the archive is made', async () => (await fetchArchiveState(student)).state === 'ready');
  const { body } = await fetchArchive(student, await fetchArchiveKey(student));
  assert.ok(unzipSync(body)['tables/sessions.csv']);
  const asked = await sql`select from audit where action = 'profile.archive'`;
  assert.equal(asked.length, 1, 'the one that was begun');
});
