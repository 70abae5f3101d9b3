import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PinHasher } from '../auth/pins.ts';
import { ensureCookieKey, Signer } from '../auth/signer.ts';
import { Vault } from '../auth/vault.ts';
import { createEmptyImportFolder, ImportFixture, listTableChanges } from './fixture.ts';
import { rehashPins } from './pins.ts';
import { readSnapshotTableDescription, rowHashSql } from './snapshots.ts';
import { undoStoredImport } from './undo.ts';

const trial = new ImportFixture();
const [one, two] = ['21501199001234', '11502200005678'];
const give = (...pins: (string | undefined)[]) =>
  trial.folder.replace('students', (rows) => rows.map((row, place) => ({ ...row, pin: pins[place] ?? '' })));
const kept = async () =>
  (await trial.sql<{ pin: string }[]>`select pin from person where pin is not null order by code`).map(
    ({ pin }) => pin,
  );

test('[AUTH-12] a personal number is kept as a keyed hash, stays where the folder says none, and is one person’s alone', async () => {
  give(one, two);
  await trial.loaded();
  const vault = await Vault.open(trial.dataDir);
  const pins = await PinHasher.open(trial.sql, vault);
  const hashes = [one, two].map((pin) => pins.hash(pin));
  assert.deepEqual(await kept(), hashes);
  assert.ok(hashes.every((hash) => !hash.includes(one) && hash.startsWith(`${vault.name}.`)));
  assert.deepEqual(listTableChanges(await trial.loaded()), [], 'again changes nothing');
  give();
  await trial.loaded();
  assert.deepEqual(await kept(), hashes, 'an empty cell leaves it');
  give(two, one);
  await trial.loaded();
  assert.deepEqual(await kept(), hashes.toReversed(), 'two may change theirs');
  for (const pins of [
    [one, one],
    [undefined, undefined, two],
  ]) {
    give(...pins);
    const refused = await trial.load();
    assert.deepEqual([...new Set(refused.problems.map(({ code, column }) => `${code} ${column}`))], ['pin.taken pin']);
  }
  give('1234');
  const wrong = await trial.load();
  assert.deepEqual(
    wrong.problems.map(({ code }) => code),
    ['cell.pin'],
  );
  const sentence = wrong.problems[0]?.sentence ?? '';
  assert.ok(sentence.length > 10 && !sentence.includes('1234'));
});

test('[AUTH-12] personal numbers hashed by an earlier release get the hash of this one, also in imports that can be undone', async () => {
  await trial.loaded();
  give(one, two);
  const { run } = await trial.loaded();
  const former = new Signer(await ensureCookieKey(trial.sql));
  const now = await kept();
  await trial.sql.begin(async (db) => {
    // As the release before wrote them.
    for (const [place, pin] of [one, two].entries())
      await db`update person set pin = ${former.sign('pin', pin)} where pin = ${now[place] ?? ''}`;
    await db.unsafe(`update import_change c set after_hash = ${rowHashSql(await readSnapshotTableDescription(db, 'person'), 't')}
      from person t where c.table_name = 'person' and c.key = array[t.id::text] and t.pin is not null`);
    await rehashPins(db, await PinHasher.open(db, await Vault.open(trial.dataDir)));
  });
  assert.deepEqual(await kept(), now);
  const { undone, left } = await undoStoredImport({
    sql: trial.sql,
    run: run ?? 0,
    today: '2026-11-21',
    language: 'en',
  });
  assert.deepEqual([undone, left, await kept()], [true, [], []]);
});

test('[AUTH-12] a command with another data folder than the portal’s hashes nothing', async () => {
  give(one);
  await trial.loaded();
  const { path } = createEmptyImportFolder();
  await assert.rejects(trial.load({ dataDir: path }), /set the DATA_DIR of the portal/);
});

test('[AUTH-12] a command hashes nothing before the portal has hashed on what an earlier release kept: its folder may be another one', async () => {
  give(one);
  await trial.loaded();
  await trial.sql`delete from secret where starts_with(name, 'pins ')`;
  await trial.sql`update person set pin = 'of an earlier release' where pin is not null`;
  for (const dataDir of [trial.dataDir, createEmptyImportFolder().path])
    await assert.rejects(trial.load({ dataDir }), /start the portal once/);
  assert.deepEqual(await kept(), ['of an earlier release']);
});
