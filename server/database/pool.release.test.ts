import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import postgres from 'postgres';
import { toRefusal } from '../core/refusal.ts';
import { readSettings } from '../settings.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import { tolerateLostConnections } from '../test/lost-connections.ts';
import { type Database, openDatabase } from './database.ts';

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
    process.on('uncaughtException', note).on('warning', note);
  });
  after(async () => {
    process.off('uncaughtException', note).off('warning', note);
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
  const notes = async () =>
    (await other<{ text: string }[]>`select text from note order by text`).map(({ text }) => text);
  const unavailable = (failure: unknown) => toRefusal(failure).status === 503;

  it('while nobody uses it, and while many do: everybody is answered yes or "later"', async () => {
    const all = () => other`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
    const crowd = openDatabase(copy.url, { ...readSettings({}), databaseConnections: 8 });
    const acknowledged: string[] = [];
    let stop = false;
    const people = Array.from({ length: 24 }, async (_, who) => {
      for (let turn = 0; !stop; turn++) {
        const text = `${who} ${turn}`;
        await crowd
          .transaction(async (db) => {
            await db`insert into note values (${text})`;
            await db`select 1`;
          })
          .then(
            () => acknowledged.push(text),
            (failure) => assert.ok(unavailable(failure), String(failure)),
          );
        await crowd.read((db) => db`select 1`).catch((failure) => assert.ok(unavailable(failure), String(failure)));
      }
    });
    for (let times = 0; times < 20; times++) {
      const sofar = acknowledged.length;
      await waitUntil('twenty are acknowledged', () => acknowledged.length >= sofar + 20);
      await all().catch((failure) => assert.ok(unavailable(failure), String(failure)));
    }
    stop = true;
    await Promise.all(people);
    await crowd.close();
    const kept = new Set(await notes());
    assert.deepEqual(
      acknowledged.filter((text) => !kept.has(text)),
      [],
    );
    assert.deepEqual(escaped, []);
  });
});
