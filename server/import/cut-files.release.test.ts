import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ImportFixture } from './fixture.ts';
import { requireTable } from './tables.ts';

const trial = new ImportFixture();
/** Half of fewer rows is within what changes unasked. */
const fewRows = 4;

describe('[IMPORT-02] [SAFE-04] each table of which half is missing at the end', () => {
  test('is stopped, alone and with all others; of tables that only take what is new nothing is lost', async () => {
    await trial.begin();
    const whole = trial.folder;
    const names = readdirSync(whole.path).flatMap((name) => (name.endsWith('.csv') ? [name.slice(0, -4)] : []));
    const cut = names.filter((name) => whole.rows(name).length >= fewRows);
    assert.ok(cut.length > 30);
    for (const name of cut)
      for (const isAlone of [false, true]) {
        trial.folder = whole.copy();
        trial.folder.replace(name, (rows) => rows.slice(0, Math.ceil(rows.length / 2)));
        if (isAlone) for (const other of names) if (other !== name) trial.folder.remove(`${other}.csv`);
        const { problems, changes } = await trial.load({ dryRun: true });
        const where = `${name}, ${isAlone ? 'alone' : 'with all others'}`;
        if (requireTable(name).vanished !== 'keep') assert.notDeepEqual(problems, [], where);
        else if (problems.length === 0)
          assert.deepEqual(
            changes.filter(({ closed }) => closed > 0),
            [],
            where,
          );
      }
  });
});
