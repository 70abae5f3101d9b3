import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personColumns } from '../person-columns.ts';
import { columnsNotArchived } from './excluded-columns.ts';
import { archiveParts } from './parts.ts';

test('[PEOPLE-06] a person’s own archive covers every column that names a person, or says why it does not', () => {
  const partTables = archiveParts.flatMap(({ of }) => of);
  assert.equal(new Set(partTables).size, partTables.length, 'each once');
  for (const { column } of personColumns)
    assert.ok(
      partTables.includes(column) !== columnsNotArchived.has(column),
      `${column} has to be told in server/university/archive: by a part, or in excluded-columns.ts with a reason`,
    );
  const known = new Set(personColumns.map(({ column }) => column));
  assert.deepEqual(
    [...partTables, ...columnsNotArchived.keys()].filter((column) => !known.has(column)),
    [],
  );
  assert.equal(new Set(archiveParts.map(({ name }) => name)).size, archiveParts.length);
});
