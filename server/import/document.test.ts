import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { documented, readPage } from './document.ts';
import { Trial } from './fixture.ts';
import { tables } from './tables.ts';

const template = fileURLToPath(new URL('../../docs/import-template/', import.meta.url));
const trial = new Trial();

test('docs/importing.md describes the columns as they are checked', () => {
  assert.equal(readPage(), documented(readPage()), 'run: node server/import/document.ts');
});

test('the template folder has every file with every heading', () => {
  assert.deepEqual(readdirSync(template).sort(), tables.map(({ file }) => `${file}.csv`).sort());
  for (const { file, columns } of tables) {
    const [headings] = readFileSync(`${template}${file}.csv`, 'utf8').replace('\uFEFF', '').split('\n');
    const expected = columns.filter(({ is }) => is.a !== 'password').map(({ name }) => name);
    assert.deepEqual(headings?.split(','), expected, file);
  }
});

test('the template folder can be imported as it stands', async () => {
  const result = await trial.load({ folder: template, dryRun: true });
  assert.deepEqual([result.problems, result.warnings], [[], []]);
});
