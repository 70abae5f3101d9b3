import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAdjacentDay } from './days.ts';

test('[SCH-01] a swipe goes from Saturday to Monday where Sundays have no classes', () => {
  assert.equal(findAdjacentDay('2026-11-21', 1, 6), '2026-11-23');
  assert.equal(findAdjacentDay('2026-11-23', -1, 6), '2026-11-21');
  assert.equal(findAdjacentDay('2026-11-21', 1, 7), '2026-11-22');
  assert.equal(findAdjacentDay('2026-11-24', 1, 6), '2026-11-25');
});
