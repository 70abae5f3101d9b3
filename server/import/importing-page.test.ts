import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { closedOnColumn } from './differences.ts';
import { ImportFixture } from './fixture.ts';
import { readImportingPage, updateImportDocTables } from './importing-page.ts';
import { importTables } from './tables.ts';

const template = fileURLToPath(new URL('../../docs/import-template/', import.meta.url));
const trial = new ImportFixture();

test('docs/importing.md describes the columns as they are checked', () => {
  assert.equal(
    readImportingPage(),
    updateImportDocTables(readImportingPage()),
    'run: npx node server/import/importing-page.ts',
  );
});

test('the template folder has every file with every heading', () => {
  assert.deepEqual(readdirSync(template).sort(), importTables.map(({ file }) => `${file}.csv`).sort());
  for (const { file, columns } of importTables) {
    const [headings] = readFileSync(`${template}${file}.csv`, 'utf8').replace('\uFEFF', '').split('\n');
    const expected = columns.filter(({ is }) => is.a !== 'password').map(({ name }) => name);
    assert.deepEqual(headings?.split(','), expected, file);
  }
});

test('[IMPORT-02] [IMPORT-04] every column has a word for people in three languages', () => {
  for (const language of ['ru', 'kg', 'en']) {
    const path = new URL(`../../web/public/locales/${language}/recipes.json`, import.meta.url);
    const { field } = JSON.parse(readFileSync(path, 'utf8')) as { field: Record<string, string> };
    const named = importTables.flatMap(({ file, columns }) =>
      [...columns, closedOnColumn].map(({ name }) => [`${file}_${name}`, name]),
    );
    assert.deepEqual(
      named.filter((names) => !names.some((name) => field[name])),
      [],
      language,
    );
  }
});

test('the template folder can be imported as it stands', async () => {
  const result = await trial.load({ folder: template, dryRun: true });
  assert.deepEqual([result.problems, result.warnings], [[], []]);
});
