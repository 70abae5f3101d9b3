import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ImportFixture, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();

describe('[SAFE-04] a short file', () => {
  test('of which only what nothing refers to would vanish is compared with the load before', async () => {
    await trial.begin();
    // Thirty that no course needs, and a load that knows them.
    trial.folder.replace('disciplines', (rows) => [
      ...rows,
      ...Array.from({ length: 30 }, (_, place) => ({ ...requireFixtureRow(rows, 0), code: `EXTRA-${place}` })),
    ]);
    await trial.loaded();
    const found = async (allowRemoving = {}) =>
      (await trial.load({ dryRun: true, allowRemoving })).problems.filter(({ code }) => code === 'vanish.shorter');
    assert.deepEqual(await found(), []);
    const whole = trial.folder.rows('disciplines').length;
    for (const name of readdirSync(trial.folder.path))
      if (name.endsWith('.csv') && name !== 'disciplines.csv') trial.folder.remove(name);
    trial.folder.replace('disciplines', (rows) => rows.filter(({ code }) => code?.startsWith('EXTRA-')));
    const [{ file, values, sentence } = {}] = await found();
    const count = whole - 30;
    assert.deepEqual([file, values?.rows, values?.count, values?.total], ['disciplines.csv', 30, count, whole]);
    assert.match(sentence ?? '', new RegExp(`--allow-shorter disciplines=${count}\\.$`));
    assert.deepEqual(await found({ rows_of_disciplines: count }), []);
    assert.equal((await found({ rows_of_disciplines: count - 1 })).length, 1);
  });
});
