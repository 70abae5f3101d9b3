import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { library } from '@bilim/contract/library.ts';
import { news } from '@bilim/contract/news.ts';
import { openPortal, type TestPortal } from '../test/test-client.ts';
import { Sweeper } from './sweeper.ts';

let portal: TestPortal;
before(async () => {
  portal = await openPortal();
});
after(() => portal.close());

const stored = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('[NEWS-08] what a crash left is swept away after its time; what belongs to an item stays', async () => {
  const editor = await portal.as('editor');
  const [item] = await editor.get(news.insert, {}, { files: [{ name: 'kept.txt', content: 'kept' }] });
  const folder = join(portal.settings.dataDir, 'files');
  const [kept] = await stored(folder);
  assert.ok(kept && item);
  const longAgo = new Date(Date.now() - 3 * 24 * 3_600_000);
  const lost = `${kept.slice(0, 2)}6f0000-0000-4000-8000-000000000001`;
  await writeFile(join(folder, 'tmp', 'old'), 'half');
  await writeFile(join(folder, 'tmp', 'fresh'), 'half');
  await writeFile(join(folder, kept.slice(0, 2), lost), 'without a row');
  for (const path of [join('tmp', 'old'), join(kept.slice(0, 2), lost), join(kept.slice(0, 2), kept)])
    await utimes(join(folder, path), longAgo, longAgo);
  // The disk has a clock of its own.
  await utimes(join(folder, 'tmp', 'fresh'), new Date(), new Date());

  await portal.app.sweep();
  assert.deepEqual((await stored(folder)).sort(), [kept, 'fresh'].sort());
  const address = `${news.download.path}?filename=${item.id_eventMessage}_kept.txt&type=4`;
  assert.equal(await (await editor.fetch(address)).text(), 'kept');
});

test('[LIB-03] a file that was replaced goes with its place in the quota; that of a deleted book stays', async () => {
  const { autocommit } = portal.database;
  const teacher = await portal.as('teacher');
  const shelf = (await teacher.get(library.categories))[0]?.id_bookCategory ?? 0;
  const about = { author: 'Автор', nameBook: 'Книга', id_bookCategory: shelf };
  const save = async (id: number, content: string) => {
    const [book] = await teacher.get(library.save, { ...about, id_eBook: id }, { files: [{ name: 'a.txt', content }] });
    return book?.id_eBook ?? 0;
  };
  const files = async () =>
    (
      await autocommit<{ sha: string }[]>`
      select encode(sha256, 'hex') as sha from file where owner_id = ${teacher.uid} and name = 'a.txt' order by id`
    ).map(({ sha }) => sha);
  const replaced = await save(-1, 'first');
  await save(replaced, 'second');
  const deleted = await save(-1, 'third');
  await teacher.get(library.deleteBook, { id_EBook: deleted, isFromUMK: false });
  const before = await files();
  assert.equal(before.length, 3);
  await autocommit`insert into reading_place (person_id, file_id, page)
    select ${teacher.uid}, id, 1 from file where owner_id = ${teacher.uid} and name = 'a.txt'`;

  await portal.app.sweep();
  assert.deepEqual(await files(), before, 'what came just now may still be about to get its place');
  await autocommit`update file set created_at = now() - interval '2 days' where owner_id = ${teacher.uid}`;
  const [gone] = await autocommit<{ key: string }[]>`
    select key from file where owner_id = ${teacher.uid} and name = 'a.txt' order by id limit 1`;
  await portal.app.sweep();
  assert.deepEqual(await files(), before.slice(1));
  assert.ok(!(await stored(join(portal.settings.dataDir, 'files'))).includes(gone?.key ?? ''));
});

/** Rows that are over and such as still hold, by table: how many of each a moment leaves behind. */
const rowsAt = (days: number) => {
  const { autocommit } = portal.database;
  const at = autocommit`now() + ${days} * interval '1 day'`;
  const key = autocommit`sha256(${`${days}`}::text::bytea)`;
  const person = autocommit`(select person_id from account order by person_id limit 1)`;
  return autocommit`
    with answers as (
      insert into idempotency_key (person_id, call, key, body_hash, reply, at)
      values (${person}, 'a call', gen_random_uuid(), ${key}, '[]', ${at})),
    sessions as (
      insert into session (hash, person_id, expires_at, idle) values (${key}, ${person}, ${at}, '1 day')),
    session_ends as (insert into session_end (hash, why, at) values (${key}, 'more', ${at})),
    failures as (insert into signin_failure (at, account, address) values (${at}, ${key}, '10.0.0.1')),
    waits as (insert into signin_wait (key, failures, last_at) values (${key}, 1, ${at})),
    successes as (insert into signin_success (account, address, at) values (${key}, '10.0.0.1', ${at})),
    queues as (insert into signin_queue (account, next_at) values (${key}, ${at})),
    waiting as (insert into pending_second_step (hash, person_id, shared, expires_at) values (${key}, ${person}, false, ${at})),
    rests as (insert into remembered_second_step (hash, person_id, until) values (${key}, ${person}, ${at})),
    pending as (
      insert into pending_signin (hash, provider, state, nonce, verifier, shared, expires_at)
      values (${key}, 'a', 'b', 'c', 'd', false, ${at})),
    challenges as (insert into passkey_challenge (hash, challenge, purpose, expires_at) values (${key}, 'a', 'signIn', ${at})),
    hints as (insert into signout_hint (hash, sealed, expires_at) values (${key}, 'a', ${at})),
    messages as (insert into logout_token (issuer, id, expires_at) values ('a', ${`${days}`}, ${at}))
    insert into signin_proof (key, at) values (${key}, ${at})`;
};

const tables = [
  'idempotency_key',
  'session',
  'session_end',
  'signin_failure',
  'signin_wait',
  'signin_success',
  'signin_queue',
  'pending_second_step',
  'remembered_second_step',
  'pending_signin',
  'passkey_challenge',
  'signout_hint',
  'logout_token',
  'signin_proof',
];

test('every owner removes its rows whose time is over, and leaves the others', async () => {
  const { autocommit } = portal.database;
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const [row] = await autocommit<{ n: number }[]>`select count(*)::int as n from ${autocommit(table)}`;
          return [table, row?.n ?? 0] as const;
        }),
      ),
    );
  await portal.app.sweep();
  await rowsAt(1);
  const kept = await counts();
  await rowsAt(-91);
  const before = await counts();
  await portal.app.sweep();
  const after = await counts();
  // Why sessions ended is written down while they are removed.
  const ends = (after.session_end ?? 0) - (kept.session_end ?? 0);
  assert.deepEqual({ ...after, session_end: kept.session_end }, kept);
  assert.ok(ends <= 1, `${ends} ends were left`);
  for (const table of tables) assert.ok((before[table] ?? 0) > (kept[table] ?? 0), `${table} got no row that is over`);
});

test('one that cannot sweep is logged, and holds up no other', async () => {
  const failures: unknown[] = [];
  const failure = new Error('the rows are locked');
  let swept = 0;
  const sweeper = new Sweeper(
    [
      () => Promise.reject(failure),
      async () => {
        swept += 1;
      },
    ],
    (error) => failures.push(error),
  );
  await Promise.all([sweeper.run(), sweeper.run()]);
  await sweeper.stop();
  assert.deepEqual(failures, [failure]);
  assert.equal(swept, 1);
});
