import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBytes } from './bytes.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ n, name: `Асанов "${n}" Бакыт`, none: null }));
const serialize = (rows: readonly unknown[]) => JSON.stringify(rows);

test('a long list has the same bytes in slices as in one piece', () => {
  for (const count of [51, 100, 101, 1000]) {
    const whole = JSON.stringify({ result: 0, error: null, data: rowsOf(count) });
    assert.equal(listBytes(rowsOf(count), serialize)?.toString(), whole);
  }
});

test('a short list and one that is larger than the desk are left to the usual way', () => {
  assert.equal(listBytes(rowsOf(50), serialize), null);
  const large = Array.from({ length: 60 }, () => 'ы'.repeat(30_000));
  assert.equal(listBytes(large, serialize), null);
});
