import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Call } from '@bilim/contract/call.ts';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { pino } from 'pino';
import { type App, createApp } from '../app.ts';
import { readSettings } from '../settings.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createAnnouncements } from '../test/factories/announcements.ts';
import { waitUntil } from '../test/http.ts';
import { openStatementCounter, type StatementCounter } from '../test/statement-counter.ts';
import { passwords, TestClient } from '../test/test-client.ts';
import { type Database, openDatabase } from './database.ts';

const { login, apps, discipline, news, profile } = callsByRoom;

let copy: TestDatabase;
let counter: StatementCounter;
let database: Database;
let app: App;
let dataDir: string;
let student: TestClient;
before(async () => {
  copy = await createTestDatabase();
  counter = await openStatementCounter(copy.url);
  dataDir = await mkdtemp(join(tmpdir(), 'bilim-test-'));
  const settings = readSettings({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_CONNECTIONS: '2' });
  database = openDatabase(counter.url, settings);
  app = await createApp({ settings, database, log: pino({ level: 'silent' }) });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  student = new TestClient(`http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`);
  await student.signIn('student', passwords.student);
  // The driver asks for the types of a connection once; that is not part of any call.
  for (let i = 0; i < 4; i++) await Promise.all([1, 2, 3].map(() => student.ask(news.data)));
});
after(async () => {
  await app.close();
  await database.close();
  await counter.close();
  await copy.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** How many statements some calls cost, made one after another by a person whom the server does not remember. */
async function costOf(asked: [Call, object][]): Promise<number> {
  app.context.sessions.forget(student.uid);
  counter.take();
  for (const [call, input] of asked) assert.equal((await student.ask(call, input)).status, 200, call.path);
  return counter.take().length;
}

describe('SQL statements', () => {
  test('[AUTH-07] opening the shell costs at most eight in all', async () => {
    const [term] = await student.get(discipline.currentTerm);
    const [year] = await student.get(discipline.defaultYear);
    const shell: [Call, object][] = [
      [login.config, {}],
      [login.authenticate, { token: student.token }],
      [apps.settings, { role: 2 }],
      [discipline.listForStudent, { ws: term?.id_ws, year: year?.id_a_year_def }],
      [news.data, { page: 1 }],
      [profile.photo, {}],
    ];
    const cost = await costOf(shell);
    assert.ok(cost <= 8, `${cost} statements`);
  });

  test('[AUTH-05] coming back costs one statement, years, terms and links none once they are known', async () => {
    const common: [Call, object][] = [
      [apps.links, {}],
      [apps.settings, { role: 2 }],
      [discipline.currentTerm, {}],
      [discipline.currentYear, {}],
      [discipline.years, {}],
    ];
    await costOf(common);
    assert.equal(await costOf([[login.authenticate, { token: student.token }], ...common]), 1);
  });

  test('[AUTH-07] a link that was just changed is read again', async () => {
    const name = async () => (await student.get(apps.links))[0]?.name;
    const before = await name();
    await database.autocommit`update dynamic_link set name_ru = name_ru || ' 2' where role is null or role = 2`;
    await waitUntil('the new name is known', async () => (await name()) !== before);
    assert.equal(await name(), `${before} 2`);
  });

  test('[NEWS-01] a list costs one statement besides that of the session, however many items it has', async () => {
    const cost = await costOf([[news.data, {}]]);
    await createAnnouncements(database.autocommit, Array(10).fill('x'), student.uid);
    assert.equal(await costOf([[news.data, {}]]), cost);
    assert.equal(cost, 2);
  });

  test('[AUTH-05] a session that was just read is not read again', async () => {
    assert.equal(
      await costOf([
        [news.data, {}],
        [news.data, {}],
        [news.data, {}],
      ]),
      4,
    );
  });
});
