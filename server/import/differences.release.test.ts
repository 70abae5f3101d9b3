import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixtureDay, ImportFixture, requireFixtureRow } from './fixture.ts';

const trial = new ImportFixture();
const look = { dryRun: true, withDifferences: true } as const;

test('[IMPORT-02] what would change is listed for every table, row by row, in the cells of its file', async () => {
  const fresh = await trial.load(look);
  assert.deepEqual(fresh.problems, []);
  const added = new Map(fresh.changes.map((change) => [change.file, change.added]));
  for (const { file, ...sums } of fresh.found?.figures ?? [])
    assert.deepEqual([file, sums.added, sums.changed, sums.ended], [file, added.get(file), 0, 0]);

  await trial.begin();
  const { folder } = trial;
  const [stream, post] = [
    requireFixtureRow(folder.rows('streams'), 0),
    requireFixtureRow(folder.rows('employments'), -1),
  ];
  const more = String(Number(stream.capacity) + 3);
  folder.edit('streams', (rows) => {
    requireFixtureRow(rows, 0).capacity = more;
  });
  folder.replace('employments', (rows) => rows.slice(0, -1));
  const found = (await trial.load(look)).found?.differences ?? [];
  assert.deepEqual(
    found.map(({ file, kind }) => [file, kind]),
    [
      ['employments', 'ended'],
      ['streams', 'changed'],
    ],
  );
  const [ended, changed] = found;
  assert.deepEqual(changed?.cells, [['capacity', stream.capacity, more]]);
  assert.equal(changed?.key, stream.code);
  assert.deepEqual(ended?.key.split('\u001f').slice(0, 2), [post.teacher, post.department]);
  assert.deepEqual(ended?.cells, [['ends_on', null, fixtureDay]]);
});
