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
    const warned = async () =>
      (await trial.load({ dryRun: true })).warnings.filter(({ code }) => code === 'vanish.shorter');
    assert.deepEqual(await warned(), []);
    const whole = trial.folder.rows('disciplines').length;
    for (const name of readdirSync(trial.folder.path))
      if (name.endsWith('.csv') && name !== 'disciplines.csv') trial.folder.remove(name);
    trial.folder.replace('disciplines', (rows) => rows.filter(({ code }) => code?.startsWith('EXTRA-')));
    const [{ file, values } = {}] = await warned();
    assert.deepEqual([file, values], ['disciplines.csv', { name: 'disciplines.csv', count: 30, total: whole }]);
  });
});
