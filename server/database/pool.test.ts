import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import postgres from 'postgres';
import { toRefusal } from '../core/refusal.ts';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { tolerateLostConnections } from '../test/lost-connections.ts';
import { type Database, type Db, openDatabase } from './database.ts';

describe('a connection that breaks', () => {
  let copy: TestDatabase;
  let other: postgres.Sql;
  let database: Database;
  const escaped: unknown[] = [];
  const note = (failure: unknown) => void escaped.push(failure);
  let expectNone: () => void;

  before(async () => {
    copy = await createEmptyDatabase();
    other = postgres(copy.url, { max: 1, onnotice: () => undefined });
    await other`create table note (text text)`;
    // What escapes here would end the portal.
    expectNone = tolerateLostConnections(note);
    process.on('uncaughtException', note);
  });
  after(async () => {
    process.off('uncaughtException', note);
    expectNone();
    await other.end();
    await copy.drop();
  });
  beforeEach(async () => {
    escaped.length = 0;
    await other`truncate note`;
    // One connection for all, so that what is left of one transaction meets the next.
    database = openDatabase(copy.url, { ...readSettings({}), databaseConnections: 1 });
  });
  afterEach(() => database.close());

  const pidOf = async (db: Db) => (await db<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;
  const kill = (pid: number) => other`select pg_terminate_backend(${pid}, 5000)`;
  const notes = async () =>
    (await other<{ text: string }[]>`select text from note order by text`).map(({ text }) => text);
  const unavailable = (failure: unknown) => toRefusal(failure).status === 503;

  it('ends a COPY whose last rows came before they were taken, and serves the next statement', async () => {
    await database.transaction(async (db) => {
      // One row beyond what a stream holds, of every length at which the end of the copy may come in a piece of its own.
      for (let length = 131_000; length < 131_080; length++) {
        const copied = await db.unsafe(`copy (select repeat('x', ${length})) to stdout`).readable();
        const pieces: Buffer[] = [];
        for await (const piece of copied as AsyncIterable<Buffer>) pieces.push(piece);
        assert.equal(Buffer.concat(pieces).length, length + 1);
        assert.deepEqual([...(await db`select 1 as one`)], [{ one: 1 }]);
      }
    });
  });

  it('under a statement is answered as "later", ends nothing else, and the next call has a sound one', async () => {
    for (let times = 0; times < 5; times++) {
      let pid = 0;
      const lost = database.transaction(async (db) => {
        await db`insert into note values ('lost')`;
        pid = await pidOf(db);
        await db`select pg_sleep(30)`;
      });
      const refused = assert.rejects(lost, unavailable);
      await waitUntil('the statement runs', () => pid > 0);
      await kill(pid);
      await refused;
      await database.transaction((db) => db`insert into note values ('kept')`);
    }
    assert.deepEqual(await notes(), Array(5).fill('kept'));
    assert.deepEqual(escaped, []);
  });

  it('between two statements: what the dead transaction still wants is done nowhere', async () => {
    let resume = () => {};
    const pause = new Promise<void>((done) => {
      resume = done;
    });
    let pid = 0;
    let ended = false;
    const lost = database.transaction(async (db) => {
      await db`insert into note values ('before')`;
      pid = await pidOf(db);
      await pause;
      try {
        await db`insert into note values ('after')`;
      } finally {
        ended = true;
      }
    });
    const refused = assert.rejects(lost, unavailable);
    await waitUntil('the statement runs', () => pid > 0);
    await kill(pid);
    await refused;
    await database.transaction(async (db) => {
      await db`insert into note values ('other')`;
      resume();
      await waitUntil('the dead one ended', () => ended);
      await db`insert into note values ('other too')`;
    });
    assert.deepEqual(await notes(), ['other', 'other too']);
    assert.deepEqual(escaped, []);
  });
});
