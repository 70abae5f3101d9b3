import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPin, Signer } from '../auth/signer.ts';
import { done, Trial } from './fixture.ts';

const trial = new Trial();
const [one, two] = ['21501199001234', '11502200005678'];

test('[AUTH-12] a personal number is kept as a keyed hash, stays where the folder says none, and is one person’s alone', async () => {
  const give = (...pins: (string | undefined)[]) =>
    trial.folder.replace('students', (rows) => rows.map((row, place) => ({ ...row, pin: pins[place] ?? '' })));
  give(one, two);
  await trial.loaded();
  const kept = async () =>
    (await trial.sql<{ pin: string }[]>`select pin from person where pin is not null order by code`).map(
      ({ pin }) => pin,
    );
  const signer = await Signer.open({ own: trial.sql });
  const hashes = [hashPin(signer, one), hashPin(signer, two)];
  assert.deepEqual(await kept(), hashes);
  assert.ok(hashes.every((hash) => !hash.includes(one) && hash.length === 43));
  assert.deepEqual(done(await trial.loaded()), [], 'again changes nothing');
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
