import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridName, rowName } from './words.ts';

test('[JRN-08] below the names at the edge no longer one stands than they have room for', () => {
  assert.equal(rowName('Асанов Бакыт Эркинович'), 'Асанов Бакыт');
  const long = 'Константинопольская-Преображенская Александра Владимировна';
  assert.ok(gridName(long).length > 20);
  assert.ok(rowName(long).length <= 20);
  assert.match(rowName(long), /^Константинопольская…$/);
});
