import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertWordJoiners } from './wordJoiners.ts';

test('no line ends between a number and the word joined to it by a hyphen', () => {
  assert.equal(insertWordJoiners('лабораториялык · 102 · 2-ч. топ'), 'лабораториялык · 102 · 2-\u2060ч. топ');
  assert.equal(insertWordJoiners('ПИ-1-24, 2026-27'), 'ПИ-1-24, 2026-27');
});
