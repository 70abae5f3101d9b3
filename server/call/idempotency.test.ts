import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import { grantPermissions, withdrawPermissions } from '../test/factories/permissions.ts';
import { waitUntil } from '../test/http.ts';
import { type CallOptions, openPortal, type TestClient, type TestPortal } from '../test/test-client.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';

const { news } = callsByRoom;
const message = 'Занятия переносятся.';

let portal: TestPortal;
let editor: TestClient;
before(async () => {
  portal = await openPortal();
  editor = await portal.as('editor');
});
after(() => portal.close());

const key = () => crypto.randomUUID();
const insert = (person: TestClient, input: object, along: CallOptions) => person.ask(news.insert, input, along);
const rows = async () =>
  (await portal.database.autocommit<{ n: number }[]>`select count(*)::int as n from news`)[0]?.n ?? 0;

/** How many files lie in the data folder, parts of uploads included. */
async function stored(): Promise<number> {
  const entries = await readdir(join(portal.settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

describe('a repeated request', () => {
  test('[BASE-09] the same key gets the first answer again and changes nothing', async () => {
    const along = { key: key() };
    const first = await insert(editor, { message }, along);
    assert.equal(first.status, 200);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    const count = await rows();
    for (const person of [editor, await portal.as('editor')]) {
      const again = await insert(person, { message }, along);
      assert.equal(again.status, 200);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(again.text, first.text);
    }
    assert.equal(await rows(), count);
  });

  test('[BASE-09] any spelling of the path and any case of the key is the same request', async () => {
    const one = key();
    const first = await insert(editor, { message }, { key: one });
    const again = await insert(editor, { message }, { key: one.toUpperCase(), path: '/lms/api/news/insert' });
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.text, first.text);
  });

  test('[BASE-09] the same key with another body is 422 call.keyReused', async () => {
    const along = { key: key(), files: [{ name: 'a.txt', content: 'one' }] };
    assert.equal((await insert(editor, { message }, along)).status, 200);
    const others: [object, CallOptions][] = [
      [{ message: `${message}!` }, along],
      [{ message, id_humanTypeFor: 1 }, along],
      [{ message }, { ...along, files: [] }],
      [{ message }, { ...along, files: [{ name: 'b.txt', content: 'one' }] }],
      [{ message }, { ...along, files: [{ name: 'a.txt', content: 'two' }] }],
    ];
    const before = await stored();
    for (const [input, other] of others) {
      const answer = await insert(editor, input, other);
      assert.deepEqual([answer.status, answer.error?.code], [422, 'call.keyReused']);
    }
    assert.equal(await stored(), before, 'and no file stays');
  });

  test('[BASE-09] an uploaded file is stored once', async () => {
    const along = { key: key(), files: [{ name: 'план.txt', content: 'one' }] };
    const before = await stored();
    const first = await insert(editor, { message }, along);
    const again = await insert(editor, { message }, along);
    assert.equal(again.text, first.text);
    assert.equal(await stored(), before + 1);
  });

  test('[BASE-09] the key of another person is another key', async () => {
    const along = { key: key() };
    const mine = await insert(editor, { message }, along);
    const theirs = await insert(await portal.as('admin'), { message: 'another one' }, along);
    assert.equal(theirs.status, 200);
    assert.equal(theirs.headers.get('idempotency-replayed'), null);
    assert.notEqual(theirs.data[0]?.id_eventMessage, mine.data[0]?.id_eventMessage);
  });

  test('[BASE-09] the same key at another call is another request', async () => {
    const along = { key: key() };
    const [item] = (await insert(editor, { message }, along)).data;
    const removed = await editor.ask(news.delete, { id_eventMessage: item?.id_eventMessage }, along);
    assert.equal(removed.status, 200);
    const again = await editor.ask(news.delete, { id_eventMessage: item?.id_eventMessage }, along);
    assert.deepEqual([again.status, again.text], [200, removed.text], 'a deletion that is repeated is no 404');
  });

  test('[BASE-09] a failure is not kept: the same key may try again', async () => {
    const along = { key: key() };
    assert.equal((await insert(editor, { message: ' ' }, along)).status, 400);
    assert.equal((await insert(editor, { message }, along)).status, 200);
  });

  test('[BASE-09] a key that is no UUID is 400', async () => {
    for (const wrong of ['1', 'x'.repeat(36), `${key()}0`]) {
      const answer = await insert(editor, { message }, { key: wrong });
      assert.deepEqual([answer.status, answer.error?.code], [400, 'call.invalid']);
    }
  });

  test('[BASE-09] after 24 hours a key is forgotten', async () => {
    const along = { key: key() };
    const first = await insert(editor, { message }, along);
    await portal.database.autocommit`update idempotency_key set at = at - interval '24 hours' where key = ${along.key}`;
    const second = await insert(editor, { message }, along);
    assert.equal(second.headers.get('idempotency-replayed'), null);
    assert.notEqual(second.data[0]?.id_eventMessage, first.data[0]?.id_eventMessage);
    assert.equal((await insert(editor, { message }, along)).text, second.text);
  });

  test('[BASE-09] for 24 hours it is kept, though old ones are swept', async () => {
    const [mine, old] = [{ key: key() }, { key: key() }];
    const first = await insert(editor, { message }, mine);
    await insert(editor, { message }, old);
    await portal.database
      .autocommit`update idempotency_key set at = at - interval '1430 minutes' where key = ${mine.key}`;
    await portal.database
      .autocommit`update idempotency_key set at = at - interval '1440 minutes' where key = ${old.key}`;
    await sweepIdempotencyKeys(portal.database.autocommit);
    assert.equal((await insert(editor, { message }, mine)).text, first.text);
    const left = await portal.database.autocommit`select from idempotency_key where key = ${old.key}`;
    assert.equal(left.length, 0);
  });

  test('[BASE-09] whoever lost the right gets no answer again', async () => {
    const along = { key: key() };
    const admin = await portal.as('admin');
    assert.equal((await insert(admin, { message }, along)).status, 200);
    await withdrawPermissions(portal.database.autocommit, admin.uid, 'news');
    await waitUntil('the right is gone', async () => (await insert(admin, { message }, along)).status === 403);
    await grantPermissions(portal.database.autocommit, admin.uid, 'news');
  });
});

describe('twins', () => {
  test('[BASE-09] while the first one runs its twin is 409 call.stillRunning', async () => {
    const along = { key: key() };
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let locked = false;
    const holder = portal.database.transaction(async (db) => {
      await db`lock table news in exclusive mode`;
      locked = true;
      await held;
    });
    await waitUntil('the table is locked', () => locked);
    const first = insert(editor, { message }, along);
    await waitUntil('the first one waits for the table', async () => {
      const [row] = await portal.database.autocommit`
        select from pg_locks l join pg_class c on c.oid = l.relation
        where c.relname = 'news' and not l.granted and l.database = (select oid from pg_database where datname = current_database())`;
      return row !== undefined;
    });
    const twin = await insert(editor, { message }, along);
    release();
    await holder;
    assert.deepEqual([twin.status, twin.error?.code], [409, 'call.stillRunning']);
    assert.equal((await first).status, 200);
    assert.equal((await insert(editor, { message }, along)).headers.get('idempotency-replayed'), 'true');
  });

  test('[BASE-09] twenty at once with one key are stored once', async () => {
    const along = { key: key(), files: [{ name: 'a.txt', content: 'one' }] };
    const admin = await portal.as('admin');
    const count = await rows();
    const files = await stored();
    const answers = await Promise.all(Array.from({ length: 20 }, () => insert(admin, { message }, along)));
    for (const { status } of answers) assert.ok(status === 200 || status === 409, String(status));
    assert.equal(await rows(), count + 1);
    assert.equal(await stored(), files + 1);
  });
});

describe('how often', () => {
  test('[BASE-08] thirty announcements a minute, then 429 with Retry-After; repeats do not count', async () => {
    const admin = await portal.as('admin');
    const clerk = await portal.as('clerk');
    await grantPermissions(portal.database.autocommit, clerk.uid, 'news');
    const again = await portal.as('clerk');
    const along = { key: key() };
    await waitUntil('the right', async () => (await insert(again, { message }, along)).status === 200);
    for (let i = 0; i < 35; i++) assert.equal((await insert(again, { message }, along)).status, 200);
    const statuses: number[] = [];
    let refused: Awaited<ReturnType<typeof insert>> | undefined;
    for (let i = 0; i < 31 && !refused; i++) {
      const answer = await insert(again, { message: `${i}` }, {});
      statuses.push(answer.status);
      if (answer.status !== 200) refused = answer;
    }
    assert.ok(statuses.length >= 29, `${statuses.length} went through`);
    assert.deepEqual([refused?.status, refused?.error?.code], [429, 'call.tooOften']);
    const seconds = Number(refused?.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
    assert.ok(refused?.error?.message.includes(String(seconds)));
    assert.equal((await insert(admin, { message }, {})).status, 200, 'others may');
  });
});
