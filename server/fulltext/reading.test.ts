import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type postgres from 'postgres';
import { connectWithoutTimeouts } from '../database/database.ts';
import { createEmptyDatabase, type TestDatabase } from '../test/database.ts';
import { waitUntil } from '../test/http.ts';
import {
  leaseExtraction,
  refundExtractionAttempt,
  releaseExtractionLease,
  secondsUntilNextExtraction,
  storeExtractedText,
  storeExtractionOutcome,
  textExtractionChannel,
} from './reading.queries.ts';
import { TextExtractionSupervisor } from './reading-supervisor.ts';

let copy: TestDatabase;
let db: postgres.Sql;
before(async () => {
  copy = await createEmptyDatabase();
  db = connectWithoutTimeouts(copy.url, 4, 'Asia/Bishkek');
  await db`insert into person (id, code, surname, name) values (1, '1', 'A', 'B'), (2, '2', 'A', 'B')`;
});
after(async () => {
  await db.end();
  await copy.drop();
});
beforeEach(() => db`delete from file`);

/** Files that wait for their text, in this order; each has an owner of its own, or all have one. */
async function waiting(count: number, owners: 'own' | 'one' = 'own'): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with files as (
      insert into file (key, name, size, type, sha256, owner_id)
      select gen_random_uuid(), 'a.txt', 1, 'text/plain', sha256(n::text::bytea), ${owners === 'own' ? db`n` : db`1`} from generate_series(1, ${count}::int) n
      returning id),
    asked as (insert into file_text (file_id) select id from files)
    select id from files order by id`;
  return rows.map(({ id }) => id);
}

const stateOf = async (file: number) =>
  (await db<{ state: string; tries: number }[]>`select state, tries from file_text where file_id = ${file}`)[0];

test('two who lease at once get different files, a third gets none, until a lease ends', async () => {
  const files = await waiting(2);
  const leased = await Promise.all([leaseExtraction(db), leaseExtraction(db)]);
  assert.deepEqual(leased.map((one) => one?.file).toSorted(), files);
  assert.equal(await leaseExtraction(db), null);
  assert.ok(((await secondsUntilNextExtraction(db)) ?? 0) > 30, 'the next is due when a lease ends');
  await db`update file_text set leased_until = now() - interval '1 second' where file_id = ${files[0] ?? 0}`;
  const again = await leaseExtraction(db);
  assert.deepEqual([again?.file, again?.tries], [files[0], 2]);
});

test('[FIND-05] of one owner one file is read at a time, and those of others go on meanwhile', async () => {
  const [first = 0, second = 0] = await waiting(2, 'one');
  const [, foreign = 0] = await waiting(2);
  const hung = await leaseExtraction(db);
  assert.ok(hung);
  assert.equal(hung.file, first);
  assert.equal((await leaseExtraction(db))?.file, foreign, 'the second one of the same owner stands back');
  assert.equal(await leaseExtraction(db), null);
  assert.ok(((await secondsUntilNextExtraction(db)) ?? 0) > 30, 'nobody asks again and again meanwhile');
  await storeExtractionOutcome(db, hung, 'failed', null);
  assert.equal((await leaseExtraction(db))?.file, second);
});

test('a file is released at once, and then the try does not count, or after a pause', async () => {
  const [file] = await waiting(1);
  const first = await leaseExtraction(db);
  assert.ok(first);
  await releaseExtractionLease(db, first, 'now');
  const second = await leaseExtraction(db);
  assert.deepEqual([second?.file, second?.tries], [file, 1]);
  assert.ok(second);
  await releaseExtractionLease(db, second, 'later');
  assert.equal(await leaseExtraction(db), null);
  assert.ok(((await secondsUntilNextExtraction(db)) ?? 0) > 0);
});

test('[OPS-02] a try that came to nothing because the files were unavailable does not count, and nobody tries at once', async () => {
  const [file] = await waiting(1);
  const leased = await leaseExtraction(db);
  assert.ok(leased);
  await refundExtractionAttempt(db, leased);
  assert.deepEqual(await stateOf(file ?? 0), { state: 'waiting', tries: 0 });
  assert.equal(await leaseExtraction(db), null);
});

test('what was requested again while it was read waits on, whatever came of the reading before', async () => {
  const [file = 0] = await waiting(1);
  const leased = await leaseExtraction(db);
  assert.ok(leased);
  await db`update file_text set state = 'waiting', tries = 0, leased_until = null where file_id = ${file}`;
  await storeExtractedText(db, leased, { texts: ['Биринчи бет'], pages: 1 });
  assert.deepEqual(await stateOf(file), { state: 'waiting', tries: 0 });
  await storeExtractionOutcome(db, leased, 'failed', null);
  const again = await leaseExtraction(db);
  assert.ok(again);
  await storeExtractedText(db, again, { texts: ['', 'Экинчи бет'], pages: 2 });
  assert.deepEqual(await stateOf(file), { state: 'read', tries: 1 });
  const pages = await db`select page, content from file_page where file_id = ${file}`;
  assert.deepEqual([...pages], [{ page: 2, content: 'Экинчи бет' }]);
  assert.equal(await secondsUntilNextExtraction(db), null);
});

test('whoever waits is notified when a text is requested, also again', async () => {
  let notifications = 0;
  let received = Promise.withResolvers<void>();
  await db.listen(textExtractionChannel, () => {
    notifications += 1;
    received.resolve();
  });
  const [file = 0] = await waiting(1);
  await received.promise;
  const leased = await leaseExtraction(db);
  assert.ok(leased);
  await storeExtractionOutcome(db, leased, 'none', null);
  received = Promise.withResolvers();
  await db`update file_text set state = 'waiting' where file_id = ${file}`;
  await received.promise;
  assert.equal(notifications, 2);
});

test('[FIND-05] a text that cannot be written down, or a file that is not in the store, is tried three times and logged once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bilim-reading-'));
  const logged: Record<string, unknown>[] = [];
  const log = { warn: (what: Record<string, unknown>) => void logged.push(what) };
  const reading = new TextExtractionSupervisor(
    copy.url,
    { folder },
    log as ConstructorParameters<typeof TextExtractionSupervisor>[2],
  );
  try {
    const files = await waiting(2);
    const [stored] = await db<{ key: string }[]>`select key from file where id = ${files[0] ?? 0}`;
    const path = join(folder, stored?.key.slice(0, 2) ?? '', stored?.key ?? '');
    await mkdir(dirname(path));
    await writeFile(path, 'Бир сөз');
    await db`alter table file_page add constraint takes_nothing check (false)`;
    reading.start();
    await waitUntil('both are given up', async () => {
      // Lets the pause between two tries pass, and no lease of whoever reads.
      await db`
        update file_text set leased_until = now()
        where state = 'waiting' and leased_until < now() + interval '10 seconds'`;
      await db.notify(textExtractionChannel, '');
      return (await db`select from file_text where state = 'waiting'`).length === 0;
    });
    for (const file of files) assert.deepEqual(await stateOf(file), { state: 'failed', tries: 3 });
    await waitUntil('both are told', () => logged.length >= 2);
    assert.deepEqual(logged.map(({ file }) => file).toSorted(), files);
  } finally {
    await reading.stop();
    await db`alter table file_page drop constraint if exists takes_nothing`;
    await rm(folder, { recursive: true, force: true });
  }
});
