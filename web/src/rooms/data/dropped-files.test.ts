import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameUpload } from './dropped-files.ts';

test('[IMPORT-01] an upload is called by its folder, or by three files and the number of the others', () => {
  assert.equal(nameUpload(['students.csv', 'groups.csv'], 'export'), 'export');
  assert.equal(nameUpload(['students.csv']), 'students.csv');
  assert.equal(nameUpload(['a.csv', 'b.csv', 'c.csv']), 'a.csv, b.csv, c.csv');
  assert.equal(nameUpload(['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv']), 'a.csv, b.csv, c.csv, +2');
  assert.equal(nameUpload([]), '');
  const long = nameUpload(['a'.repeat(150), 'b'.repeat(150)]);
  assert.equal(long.length, 200);
  assert.ok(long.endsWith('b…'), 'what is cut says so');
});
