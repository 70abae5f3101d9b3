import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import postgres from 'postgres';
import { createDatabaseClockEnvironment, createTestDatabase } from './test/database.ts';
import { waitUntil } from './test/http.ts';
import { passwords, TestClient } from './test/test-client.ts';

const { news, profile } = callsByRoom;

test('a database that goes again and again under load ends no process and loses nothing acknowledged', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'bilim-survives-'));
  const portal = fork(fileURLToPath(new URL('test/portal.ts', import.meta.url)), [], {
    env: {
      ...process.env,
      ...createDatabaseClockEnvironment(database.url),
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', RATE_PERCENT: '100000' },
    },
  });
  let ended = false;
  portal.once('exit', () => {
    ended = true;
  });
  const [port] = (await once(portal, 'message')) as [number];
  const person = new TestClient(`http://127.0.0.1:${port}`);
  assert.equal((await person.signIn('editor', passwords.editor)).status, 200);
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  try {
    const acknowledged: string[] = [];
    let stop = false;
    const work = Array.from({ length: 12 }, async (_, who) => {
      for (let turn = 0; !stop; turn++) {
        const message = `${who}-${turn}`;
        const files = turn % 4 ? [] : [{ name: 'a.txt', content: message }];
        const written = await person.ask(news.insert, { message }, { key: crypto.randomUUID(), files });
        assert.ok([200, 503].includes(written.status), written.text);
        if (written.status === 200) acknowledged.push(message);
        const read = await person.ask(profile.data);
        assert.ok([200, 503].includes(read.status), read.text);
      }
    });
    for (let times = 0; times < 15; times++) {
      const before = acknowledged.length;
      await waitUntil('a group is acknowledged', () => acknowledged.length >= before + 24 || ended);
      await sql`
        select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'bilim%'`;
    }
    stop = true;
    await Promise.all(work);
    assert.equal(ended, false);
    const rows = await sql<{ message: string }[]>`
      select m as message from unnest(${acknowledged}::text[]) m
      where (select count(*) from news n where n.message = m) <> 1`;
    assert.deepEqual([...rows], []);
  } finally {
    portal.kill();
    await sql.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
