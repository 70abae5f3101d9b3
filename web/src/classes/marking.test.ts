import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeClassEntryProgress } from './marking.ts';

const part = (group: string, students: number, entered: number) => ({ group, students, entered, absences: 0 });

test('[NOW-03] a class is marked when every student of each of its groups is', () => {
  const stateOf = (...parts: ReturnType<typeof part>[]) => computeClassEntryProgress(parts).state;
  assert.equal(stateOf(part('a', 8, 0)), 'none');
  assert.equal(stateOf(part('a', 8, 1)), 'part');
  assert.equal(stateOf(part('a', 8, 8)), 'done');
  assert.equal(stateOf(part('a', 8, 8), part('b', 12, 0)), 'part');
  assert.equal(stateOf(part('a', 8, 9), part('b', 12, 11)), 'part', 'an entry of who has left stands for nobody else');
  assert.equal(stateOf(part('a', 8, 8), part('b', 0, 0)), 'done');
  assert.equal(stateOf(), 'none');
});
